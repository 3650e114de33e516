"""What the desk and the public pages ask for: shape and ranges only; rules are the services'."""
