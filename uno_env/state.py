"""The record of one UNO game: what all see, what each seat sees, what nobody sees.

Data only; the rules that change it are in the modules after this one.
"""

import numpy as np

from .cards import MAX_CARDS, MAX_PLAYERS, NUM_TYPES

HISTORY = 16  # public actions kept
HISTORY_ROOM = 64  # written from the end downwards, moved back to the end when full

PHASES = ("play", "drawn", "combo", "cut", "catch", "challenge", "color", "swap", "over")
PLAY, DRAWN, COMBO, CUT, CATCH, CHALLENGE, COLOR, SWAP, OVER = range(9)

# Codes in the public history beyond action + 1.
HISTORY_SWAP = 65  # + k: swapped hands with the (k + 1)-th other player
HISTORY_TIMEOUT = 74
HISTORY_ILLEGAL = 75
HISTORY_HIT = 76  # drew a pending sum without being asked
HISTORY_CODES = 77

PUBLIC_DTYPE = np.dtype(
    [
        ("scores", "f4", (MAX_PLAYERS,)),  # the ruleset's own sign; cumulative in a match
        ("rewards", "f4", (MAX_PLAYERS,)),  # of the last step
        ("turns", "u4"),
        ("decisions", "u4"),
        ("round", "u4"),  # rounds finished
        ("over", "u1"),  # 0 running, 1 terminated, 2 truncated
        ("num_players", "u1"),
        ("to_act", "u1"),
        ("phase", "u1"),
        ("top", "u1"),  # type of the top card
        ("color", "u1"),  # its colour, named if it is a wild
        ("direction", "i1"),  # 1 clockwise (next seat), -1 the other way
        ("pending", "u1"),  # draws that the next player faces
        ("deck_size", "u1"),
        ("discard_size", "u1"),  # the top card included
        ("active", "u1"),  # players still in the round
        ("mover", "u1"),  # who laid the last card or ended the last turn
        ("skips", "u1"),  # Skips of this play and its cuts, not yet in effect
        ("reverses", "u1"),  # Reverses likewise
        ("turned", "u1"),  # this play's Reverses have turned the direction
        ("combo_size", "u1"),  # cards laid in this turn's play so far
        ("base_top", "u1"),  # top card before this turn's play
        ("base_color", "u1"),
        ("challengeable", "u1"),  # the WD4 on top was played in turn and not cut
        ("idle_turns", "u1"),  # turns in a row without play or draw, nothing left to draw
        ("fault_seat", "u1"),  # who can be caught in this window
        ("fault_penalty", "u1"),
        ("catch_left", "u1"),  # players still to be asked in this window
        ("resume", "u1"),  # stage after the window
        ("swap_faults", "u2"),  # seats whose swapped one-card hands are still to be judged
        ("starter", "u1"),  # who began this round
        ("rewarded", "u1"),  # whether ``rewards`` holds anything
        ("out", "u1", (MAX_PLAYERS,)),  # place in the round, 0 while playing
        ("left", "u1", (MAX_PLAYERS,)),  # out for good
        ("hand_size", "u1", (MAX_PLAYERS,)),
        ("called", "u1", (MAX_PLAYERS,)),  # called UNO in this turn or cut
        ("lacked", "u1", (MAX_PLAYERS,)),  # bit c: drew while colour c was asked for
        ("score_percent", "i1", (MAX_PLAYERS,)),  # of the match target
        ("discard", "u1", (NUM_TYPES,)),  # the pile by type, top card included
        ("history_action", "u1", (HISTORY_ROOM,)),  # codes, the newest at history_start
        ("history_seat", "u1", (HISTORY_ROOM,)),
        ("history_start", "u1"),
    ],
    align=True,
)

SEAT_DTYPE = np.dtype(
    [
        ("mask", "u8"),  # bit t: holds a card of type t
        ("hand", "u1", (NUM_TYPES,)),
        ("seat", "u1"),
        ("drawn", "u1"),  # type + 1 of the card just drawn, 0 if none may be played
    ],
    align=True,
)

HIDDEN_DTYPE = np.dtype(
    [
        ("seed", "u8", (2,)),
        ("game_number", "u8"),
        ("stream", "u8", (4,)),
        ("deck", "u1", (MAX_CARDS,)),  # the next card is deck[deck_size - 1]
        ("fixed", "u1"),  # so many of the next cards are in their final order
        ("asked", "u2"),  # seats already asked in this cut window
        ("guilty", "u1"),  # the WD4 on top was a bluff
        ("bluffer_drew", "u1"),  # cards that the bluffer drew since
    ],
    align=True,
)

GAME_DTYPE = np.dtype(
    [("public", PUBLIC_DTYPE), ("seats", SEAT_DTYPE, (MAX_PLAYERS,)), ("hidden", HIDDEN_DTYPE)],
    align=True,
)
