# Solutions of all families by brute force: they read the rules from the statement S and know the level L, and try everything there is.
import re
from itertools import product, combinations, permutations


def num(pattern):
    return int(re.search(pattern, S).group(1))


def bags(kinds, limit):
    copies = num(r"at most (\d+) may be taken")
    best = 0
    for counts in product(range(copies + 1), repeat=len(kinds)):
        if sum(c * k[0] for c, k in zip(counts, kinds)) > limit:
            continue
        if L >= 2 and any(a and b for a, b in zip(counts, counts[1:])):
            continue
        value = sum(c * k[1] for c, k in zip(counts, kinds))
        if L == 3 and value % num(r"divisible by (\d+)"):
            continue
        best = max(best, value)
    return best


def subsets(items):
    return (chosen for size in range(len(items) + 1) for chosen in combinations(items, size))


def intervals(offers):
    gap = num(r"start at least (\d+) after")
    best = 0
    for chosen in subsets(sorted(offers)):
        pairs = list(zip(chosen, chosen[1:]))
        if any(b[0] < a[1] + gap for a, b in pairs):
            continue
        if L >= 2 and len(chosen) > num(r"At most (\d+) offers"):
            continue
        if L == 3 and any(a[2] % 2 == b[2] % 2 for a, b in pairs):
            continue
        best = max(best, sum(each[2] for each in chosen))
    return best


def sequences(values):
    low, high = num(r"differ by at least (\d+)"), num(r"and at most (\d+)\. A single")
    best = 0
    for chosen in subsets(values):
        pairs = list(zip(chosen, chosen[1:]))
        if any(not low <= abs(a - b) <= high for a, b in pairs):
            continue
        if L >= 2 and any(a % 2 == b % 2 for a, b in pairs):
            continue
        if L == 3 and sum(each % num(r"divisible by (\d+)") == 0 for each in chosen) > 1:
            continue
        best = max(best, len(chosen))
    return best


def graphs(n, links):
    # Walks by their number of links; longer ones than 2 * modulus * n repeat a state, and cost more.
    every, toll = num(r"divisible by (\d+) pays"), num(r"pays (\d+) more")
    count = num(r"links of a route must be divisible by (\d+)") if L == 3 else 1
    walks = {(0, False): 0}
    best = 0 if n == 1 else None
    for length in range(1, 2 * count * n + 2):
        longer = {}
        for (place, halved), cost in walks.items():
            for a, b, price in links:
                if a != place:
                    continue
                for half in [False, True] if L >= 2 and not halved else [False]:
                    key = (b, halved or half)
                    total = cost + (price // 2 if half else price) + (toll if b % every == 0 else 0)
                    longer[key] = min(longer.get(key, total), total)
        walks = longer
        for (place, _), cost in walks.items():
            if place == n - 1 and length % count == 0:
                best = cost if best is None else min(best, cost)
    return -1 if best is None else best


def grids(rows):
    straight = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    if "eight directions" in S:
        moves = [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if y or x]
    elif "knight" in S:
        moves = [(y, x) for y in range(-2, 3) for x in range(-2, 3) if abs(y) + abs(x) == 3 and y and x]
    elif "one or two cells" in S:
        moves = [(0, 1), (0, 2), (1, 0), (2, 0)]
    else:
        moves = straight
    height, width = len(rows), len(rows[0])
    # Sets of where one may be after so many moves; there are fewer states than height * width * 4 * 3.
    there = {(0, 0, 0)}
    for move in range(height * width * 12):
        if any((y, x) == (height - 1, width - 1) for y, x, _ in there):
            return move
        after = set()
        for y, x, walls in there:
            for dy, dx in moves:
                ny, nx = y + dy, x + dx
                if not (0 <= ny < height and 0 <= nx < width):
                    continue
                cell, used = rows[ny][nx], walls
                if cell == "#":
                    used += 1
                    if L < 3 or used > num(r"At most (\d+) times"):
                        continue
                if cell == "o" and L >= 2 and (move + 1) % num(r"number is divisible by (\d+)"):
                    continue
                after.add((ny, nx, used))
        there = after
    return -1


def games(pile):
    moves = [int(each) for each in re.search(r"numbers of them: ([\d, ]+)\.", S).group(1).split(", ")]
    known = {}

    def allowed(size, before):
        for move in moves:
            left = size - move
            if left < 0 or (L >= 2 and move == before):
                continue
            if L == 3 and left and left % num(r"divisible by (\d+)") == 0:
                continue
            yield move

    def wins(size, before):
        if (size, before) not in known:
            known[size, before] = any(not wins(size - move, move) for move in allowed(size, before))
        return known[size, before]

    return sum(move for move in allowed(pile, None) if not wins(pile - move, move))


def sweeps(periods):
    least = num(r"at least (\d+) \w+ are on duty")
    if L == 3:
        starts = sorted({first for first, _ in periods})
        periods = [[first, max(b for a, b in periods if a == first)] for first in starts]
    safe = []
    for minute in range(max(last for _, last in periods) + 1):
        on = sum(first <= minute <= last for first, last in periods)
        barred = L >= 2 and minute % num(r"when divided by (\d+)") == num(r"leave the remainder (\d+)")
        safe.append(on >= least and not barred)
    return sum(safe)


def digits(bound):
    modulus, rest = num(r"when divided by (\d+)"), num(r"leaves the remainder (\d+)")
    count = 0
    for number in range(1, bound + 1):
        text = str(number)
        if sum(map(int, text)) % modulus != rest:
            continue
        if L >= 2 and re.search(r"(\d)\1", text):
            continue
        if L == 3 and number % num(r"not be divisible by (\d+)") == 0:
            continue
        count += 1
    return count


def schedules(needs):
    part = num(r"served for (\d+) minutes")
    left, turns, ends = dict(enumerate(needs)), dict.fromkeys(range(len(needs)), 0), {}
    queue, clock, turn = list(left), 0, 0
    while queue:
        who, turn = queue.pop(0), turn + 1
        turns[who] += 1
        for _ in range(part):
            if left[who]:
                left[who], clock = left[who] - 1, clock + 1
        if left[who] == 0:
            ends[who] = clock
        elif L == 3 and turns[who] == num(r"after (\d+) turns of its own"):
            ends[who] = -1
        else:
            queue.append(who)
        if L >= 2 and turn % num(r"number is divisible by (\d+)") == 0:
            queue = queue[::-1]
    return [ends[who] for who in range(len(needs))]


def substrings(text):
    most = num(r"at most (\d+) different")
    count = 0
    for start, end in combinations(range(len(text) + 1), 2):
        piece = text[start:end]
        if len(set(piece)) > most or (L >= 2 and piece[0] == piece[-1]):
            continue
        if L == 3 and len(piece) % num(r"when divided by (\d+)") != num(r"leave the remainder (\d+)"):
            continue
        count += 1
    return count


def stacks(text):
    # By patterns on the whole pile: only its end can ever match.
    run = num(r"As soon as the (\d+) topmost")
    pile = ""
    for letter in text:
        if L >= 2 and pile.endswith("f"):
            pile = pile[:-1]
        pile += letter
        while found := re.search(r"(.)\1{%d}$" % (run - 1), pile):
            pile = pile[: found.start()] + ("" if L == 1 else "abcdefa"["abcdef".index(found.group(1)) + 1])
        if L == 3 and len(pile) > num(r"has more than (\d+)"):
            pile = pile[1:]
    return pile


def expressions(expression):
    # By replacing one operation in the text after the other.
    order = re.search(r"most strongly: '(.)', '(.)'(?:, '(.)')?", S).groups()

    def apply(a, sign, b):
        if sign == "@":
            if "the larger of its two sides" in S:
                value = max(a, b)
            elif "the smaller of its two sides" in S:
                value = min(a, b)
            elif "the distance of its" in S:
                value = abs(a - b)
            else:
                value = a + a + b
        else:
            value = a + b if sign == "+" else a * b
        return value % num(r"remainder when divided by (\d+)") if L == 3 else value

    def flat(parts):
        for sign in order:
            while sign in parts:
                at = parts.index(sign)
                if L == 3:
                    at = len(parts) - 1 - parts[::-1].index(sign)
                parts[at - 1 : at + 2] = [apply(parts[at - 1], sign, parts[at + 1])]
        return parts[0]

    def parse(text):
        return [int(each) if each.isdigit() else each for each in re.findall(r"\d+|[+*@]", text)]

    while inner := re.search(r"\(([^()]*)\)", expression):
        expression = expression[: inner.start()] + str(flat(parse(inner.group(1)))) + expression[inner.end() :]
    return flat(parse(expression))


def logs(log):
    end, sign = re.search(r"separated by '(.)'", S).group(1), re.search(r'An entry "12 ann(.)5"', S).group(1)
    entries = [re.fullmatch(r"(\d+) (\w+)" + re.escape(sign) + r"(\w+)", each).groups() for each in log.split(end)]
    cancelled = set()
    for i, (_, name, what) in enumerate(entries):
        if what == "x":
            for j in range(i - 1, -1, -1):
                if entries[j][1] == name and entries[j][2] != "x" and j not in cancelled:
                    cancelled.add(j)
                    break
    kept = [(i, int(m), name, int(what)) for i, (m, name, what) in enumerate(entries) if what != "x" and i not in cancelled]
    sums = {}
    for i, minute, name, amount in kept:
        near = L == 3 and any(j < i and other == name and minute - m <= num(r"not more than (\d+) minutes") for j, m, other, _ in kept)
        sums[name] = sums.get(name, 0) + amount * (2 if near else 1)
    return [[name, sums[name]] for name in sorted(sums) if sums[name] >= num(r"sum is less than (\d+)")]
