"""Trees that papers and peers print."""

from __future__ import annotations

PAPER_000 = {
    # length: answers, opener, its largest bucket, Table 4, sum of guesses, most, Table 5
    3: (1176, "iao", 336, 8.66, 10183, 22, "uta"),
    4: (3836, "eoan", 575, 6.49, 24895, 17, "zain"),
    5: (6373, "nares", 366, 4.84, 30848, 14, "mesal"),
    6: (8077, "tanier", 171, 4.23, 34173, 14, "ostrea"),
    7: (7882, "latrine", 90, 3.65, 28750, 10, "vinegar"),
    8: (6074, "corsaint", 38, 3.14, 19102, 7, "jitendra overstay ringdove"),
    9: (3766, "columnist", 17, 2.8, 10526, 6, "hairstone strobilae swanimote tribesman"),
}


AS_PRINTED = {
    # length: sum of guesses, longest game, its words, games by number of guesses
    3: (8640, 19, "zat", None),
    4: (20770, 17, "zain", None),
    5: (25502, 10, "water", [1, 160, 1695, 3009, 1132, 267, 79, 26, 3, 1]),
    6: (27848, 10, "waster winder wingle zander", None),
    7: (24271, 7, "parling wounder", None),
    8: (16943, 6, "unwailed", None),
    9: (9607, 4, None, None),
}


GREEDY = {
    ("minimax", None): ("arise", 8272, [1, 53, 990, 1162, 107, 2]),
    ("expected-size", None): ("roate", 8059, [0, 55, 1130, 1091, 39]),
    ("expected-size", "raise"): ("raise", 8089, [1, 56, 1118, 1078, 62]),
    ("expected-size", "salet"): ("salet", 7979, [0, 79, 1173, 1014, 48, 1]),
    ("entropy", None): ("soare", 8020, [0, 44, 1217, 990, 63, 1]),
    ("entropy", "raise"): ("raise", 8036, [1, 57, 1174, 1018, 63, 2]),
    ("entropy", "salet"): ("salet", 7946, [0, 79, 1206, 982, 46, 2]),
    ("entropy", "crate"): ("crate", 7945, [1, 83, 1204, 969, 58]),
    ("buckets", None): ("trace", 7949, [1, 75, 1230, 939, 68, 2]),
    ("buckets", "salet"): ("salet", 7937, [0, 79, 1212, 980, 41, 3]),
}


ANY_WORD = {
    "minimax": ("serai", 55506),
    "expected-size": ("lares", 53500),
    "entropy": ("tares", 52952),
    "buckets": ("tares", 53047),
}
