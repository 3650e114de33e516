"""What may still happen: chances of places and prizes, clinched places, and the control of the leaders."""
