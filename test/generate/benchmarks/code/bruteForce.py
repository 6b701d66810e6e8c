# Solutions of all families by enumeration: they read the rules from the statement S and know the level L, and try everything there is.
import re
import sys

sys.setrecursionlimit(5_000)


def num(pattern):
    return int(re.search(pattern, S).group(1))


def few(pattern):
    return {"one": 1, "two": 2}[re.search(pattern, S).group(1)]


def bags(kinds, limit):
    copies = num(r"kind at most (\d+) may be taken")
    best = 0

    def load(i, weight, value, counts):
        nonlocal best
        if weight > limit:
            return
        if i == len(kinds):
            if L >= 3 and value % num(r"divisible by (\d+)"):
                return
            if L >= 4 and sum(c > 0 for c in counts) % 2:
                return
            if L >= 5:
                light = num(r"weigh (\d+) or less")
                if sum(c > 0 and k[0] <= light for c, k in zip(counts, kinds)) > few(r"piece, at most (\w+)"):
                    return
            best = max(best, value)
            return
        for n in range(copies + 1):
            if L < 2 or not (n and counts and counts[-1]):
                load(i + 1, weight + n * kinds[i][0], value + n * kinds[i][1], counts + [n])

    load(0, 0, 0, [])
    return best


def intervals(offers, most=None):
    gap = num(r"start at least (\d+) after")
    wait = num(r"start at most (\d+) after") if L >= 4 else None
    modulus = num(r"worth of a choice must be divisible by (\d+)") if L >= 5 else 1
    offers = sorted(offers)
    best = 0

    def choose(first, chosen, worth):
        nonlocal best
        if worth % modulus == 0:
            best = max(best, worth)
        if most is not None and len(chosen) == most:
            return
        for i in range(first, len(offers)):
            start, _, value = offers[i]
            if chosen:
                _, end, before = chosen[-1]
                if start < end + gap or (L >= 3 and (before + value) % 2 == 0) or (L >= 4 and start > end + wait):
                    continue
            choose(i + 1, chosen + [offers[i]], worth + value)

    choose(0, [], 0)
    return best


def sequences(values):
    low, high = num(r"differ by at least (\d+)"), num(r"and at most (\d+)\. A single")
    best = 0

    def extend(first, chosen):
        nonlocal best
        if L >= 3 and sum(each % num(r"element may be divisible by (\d+)") == 0 for each in chosen) > 1:
            return
        if L >= 4 and sum(b < a for a, b in zip(chosen, chosen[1:])) > few(r"At most (\w+) chosen elements? may be smaller"):
            return
        if L < 5 or sum(chosen) % num(r"elements must be divisible by (\d+)") == 0:
            best = max(best, len(chosen))
        for i in range(first, len(values)):
            if chosen:
                apart = abs(values[i] - chosen[-1])
                if not low <= apart <= high or (L >= 2 and apart % 2 == 0):
                    continue
            extend(i + 1, chosen + [values[i]])

    extend(0, [])
    return best


def graphs(n, links):
    # All routes whose cost is below a bound, for larger and larger bounds. No cheapest route of a small graph costs more than the last.
    every, toll = num(r"divisible by (\d+) pays"), num(r"pays (\d+) more")
    count = num(r"links of a route must be divisible by (\d+)") if L >= 3 else 1
    dear = num(r"list is divisible by (\d+)") if L >= 4 else None
    best = None

    def walk(place, cost, length, halved, was_dear, visited, bound):
        nonlocal best
        if cost > bound or (best is not None and cost >= best):
            return
        if place == n - 1 and length % count == 0 and (L < 5 or visited):
            best = cost
        for a, b, price in links:
            is_dear = L >= 4 and price % dear == 0
            if a != place or (is_dear and was_dear):
                continue
            extra = toll if b % every == 0 else 0
            walk(b, cost + price + extra, length + 1, halved, is_dear, visited or b == n // 2, bound)
            if L >= 2 and not halved:
                walk(b, cost + price // 2 + extra, length + 1, True, is_dear, visited or b == n // 2, bound)

    for bound in (20, 40, 80, 120, 160) if n <= 5 else (100, 200, 400, 800):
        walk(0, 0, 0, False, False, False, bound)
        if best is not None:
            return best
    return -1


def grids(rows, moves):
    steps = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    if "eight directions" in S:
        steps = [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if y or x]
    elif "knight" in S:
        steps = [(y, x) for y in range(-2, 3) for x in range(-2, 3) if abs(y) + abs(x) == 3 and y and x]
    height, width = len(rows), len(rows[0])

    def ways(y, x, move, before, walls, gates):
        if move > moves:
            return int((y, x) == (height - 1, width - 1) and (L < 5 or gates > 0))
        total = 0
        for step in steps:
            ny, nx = y + step[0], x + step[1]
            if not (0 <= ny < height and 0 <= nx < width) or (L >= 4 and step == before):
                continue
            cell = rows[ny][nx]
            if cell == "#" and (L < 3 or walls == few(r"at most (\w+) moves? may enter a wall")):
                continue
            if cell == "o" and L >= 2 and move % num(r"number is divisible by (\d+)"):
                continue
            total += ways(ny, nx, move + 1, step, walls + (cell == "#"), gates + (cell == "o"))
        return total

    return ways(0, 0, 1, None, 0, 0) % num(r"remainder when divided by (\d+)")


def games(pile):
    moves = [int(each) for each in re.search(r"one of these numbers of \w+: ([\d, ]+)\.", S).group(1).split(", ")]

    def allowed(size, other, own):
        for move in moves:
            left = size - move
            if left < 0 or (L >= 2 and move == other) or (L >= 5 and move == own):
                continue
            if L >= 3 and left and left % num(r"divisible by (\d+)") == 0:
                continue
            yield move

    def wins(size, other, own, passes):
        if any(not wins(size - move, move, other, passes) for move in allowed(size, other, own)):
            return True
        return passes > 0 and not wins(size, None, other, passes - 1)

    passes = 1 if L >= 4 else 0
    return sum(move for move in allowed(pile, None, None) if not wins(pile - move, move, None, passes))


def sweeps(periods):
    least = num(r"called safe if (?:at least|from) (\d+)")
    if L >= 3:
        starts = sorted({first for first, _ in periods})
        periods = [[first, max(b for a, b in periods if a == first)] for first in starts]
    total, stretch = 0, []
    for minute in range(max(last for _, last in periods) + 2):
        on = sum(first <= minute <= last for first, last in periods)
        if on >= least and (L < 5 or on <= num(r"More than (\d+)")):
            stretch.append(minute)
            continue
        if stretch and (L < 4 or len(stretch) >= num(r"fewer than (\d+) minutes")):
            total += sum(L < 2 or m % num(r"when divided by (\d+) do not") != num(r"leave the remainder (\d+)") for m in stretch)
        stretch = []
    return total


def digits(bound):
    modulus, rest = num(r"leaves the remainder \d+ when divided by (\d+)"), num(r"leaves the remainder (\d+)")
    count = 0
    for number in range(1, bound + 1):
        text = str(number)
        if sum(map(int, text)) % modulus != rest:
            continue
        if L >= 2 and any(a == b for a, b in zip(text, text[1:])):
            continue
        if L >= 3 and number % num(r"not be divisible by (\d+)") == 0:
            continue
        if L >= 4 and str(num(r"The digit (\d) must occur")) not in text:
            continue
        if L >= 5 and any(int(a) + int(b) == num(r"have the sum (\d+)") for a, b in zip(text, text[1:])):
            continue
        count += 1
    return count


def schedules(needs):
    slices = [num(r"served for (\d+) minutes")] * len(needs)
    if L >= 3:
        slices = [each if i % 2 else num(r"lasts up to (\d+) minutes") for i, each in enumerate(slices)]
    left, ends = dict(enumerate(needs)), {}
    queue, clock, turns = list(left), 0, 0
    if L >= 5:
        queue.sort(key=lambda i: needs[i], reverse="with the largest need in front" in S)
    while queue:
        for who in queue[:]:
            queue.pop(0)
            if L >= 2 and turns:
                clock += num(r"makes a pause of (\d+)")
            turns += 1
            for _ in range(slices[who]):
                if left[who]:
                    left[who], clock = left[who] - 1, clock + 1
            if left[who] == 0:
                ends[who] = clock
            else:
                queue.append(who)
        if L >= 4:
            queue.reverse()
    return [ends[who] for who in range(len(needs))]


def substrings(parts):
    text = "".join(letters * times for letters, times in parts)
    most = num(r"hold at most (\d+) different")
    count = 0
    for start in range(len(text)):
        held = set()
        for end in range(start, len(text)):
            held.add(text[end])
            piece_ends = len(held) > most
            if L >= 5 and end > start and text[end - 1] + text[end] == "".join(re.search(r"the letter (\w) with the letter (\w) directly", S).groups()):
                piece_ends = True
            if piece_ends:
                break
            if L >= 2 and text[start] == text[end]:
                continue
            if L >= 3 and (end - start + 1) % num(r"when divided by (\d+)") != num(r"leave the remainder (\d+)"):
                continue
            if L >= 4 and text.count(re.search(r"The letter (\w) must occur", S).group(1), start, end + 1) % 2:
                continue
            count += 1
    return count


def stacks(parts):
    # By patterns on the whole pile: only its end can ever match.
    run, room = num(r"As soon as the (\d+) topmost"), num(r"has more than (\d+)")
    pile, groups, number = "", 0, 0

    def after(letter):
        return "abcdefa"["abcdef".index(letter) + 1]

    for letters, times in parts:
        for _ in range(times):
            for letter in letters:
                number += 1
                if L >= 5 and number % 2 and (pile == "" or pile[0] == "a"):
                    continue
                if L >= 2 and pile.endswith("f"):
                    pile = pile[:-1]
                pile += after(letter) if L >= 4 and number % num(r"with a number divisible by (\d+)") == 0 else letter
                while found := re.search(r"(.)\1{%d}$" % (run - 1), pile):
                    pile, groups = pile[: found.start()], groups + 1
                    if L == 1:
                        break
                    pile += after(found.group(1))
                if len(pile) > room:
                    pile = pile[1:] if L < 3 else pile[:0:-1]
    return [pile, groups]


def expressions(expression, x, times):
    # By replacing one operation in the text after the other.
    order = re.search(r"most strongly: ([^.]+)\.", S).group(1).replace("'", "").split(", ")
    modulus = num(r"by its remainder when divided by (\d+)")

    def apply(a, sign, b):
        if sign != "@":
            return {"+": a + b, "-": a - b, "*": a * b}[sign] % modulus
        if "the larger of its two sides" in S:
            return max(a, b) % modulus
        if "the smaller of its two sides" in S:
            return min(a, b) % modulus
        return (abs(a - b) if "the distance of its" in S else a + a + b) % modulus

    def flat(parts):
        for sign in order:
            while sign in parts:
                at = parts.index(sign)
                if L >= 3:
                    at = len(parts) - 1 - parts[::-1].index(sign)
                parts[at - 1 : at + 2] = [apply(parts[at - 1], sign, parts[at + 1])]
        return parts[0]

    def parse(text):
        return [int(each) if each.isdigit() else each for each in re.findall(r"\d+|[-+*@]", text)]

    y = 0
    for number in range(1, times + 1):
        text = expression.replace("x", str(x)).replace("y", str(y))
        if L >= 5:
            text = text.replace("k", str(number % num(r"counted from 1, when divided by (\d+)")))
        while inner := re.search(r"\(([^()]*)\)", text):
            text = text[: inner.start()] + str(flat(parse(inner.group(1)))) + text[inner.end() :]
        x, y = flat(parse(text)), x
    return x


def logs(log, days):
    end, sign = re.search(r"separated by '(.)'", S).group(1), re.search(r'An entry "12 ann(.)5"', S).group(1)
    entries = []
    for day in range(1, days + 1):
        for each in log.split(end):
            minute, name, what = re.fullmatch(r"(\d+) (\w+)" + re.escape(sign) + r"(\w+)", each).groups()
            if L < 4 or day % num(r"number is divisible by (\d+), the office"):
                entries.append((60 * (day - 1) + int(minute), name, what))
    cancelled = set()
    for i, (_, name, what) in enumerate(entries):
        if what == "x":
            for j in range(i - 1, -1, -1):
                if entries[j][1] == name and entries[j][2] != "x" and j not in cancelled:
                    cancelled.add(j)
                    break
    kept = [(i, m, name, int(what)) for i, (m, name, what) in enumerate(entries) if what != "x" and i not in cancelled]
    sums, numbers = {}, {}
    for i, minute, name, amount in kept:
        near = L >= 3 and any(j < i and other == name and minute - m <= num(r"not more than (\d+) minutes") for j, m, other, _ in kept)
        numbers[name] = numbers.get(name, 0) + 1
        if L < 5 or numbers[name] % 3:
            sums[name] = sums.get(name, 0) + amount * (2 if near else 1)
    return [[name, sums[name]] for name in sorted(sums) if sums[name] >= num(r"sum is less than (\d+)")]
