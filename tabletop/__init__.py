"""What both games share: the Game contract, environments, batches, replays, contests.

Imports no game and no torch.
"""
