"""Torch agents, their training, honest evaluation, and the command line.

Imports everything else; modules that need torch are imported only by the verbs that use them.
"""
