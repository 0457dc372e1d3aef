"""Contests: the rules of the contest documents, and the running of them."""
