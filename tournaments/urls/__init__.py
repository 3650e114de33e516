"""Addresses: the public's, the desk's and the API's, one file each."""
