"""Trees that peers print."""

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
