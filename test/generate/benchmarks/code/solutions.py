# Solutions of all families that are quick enough for large inputs, by other methods than the generator's. They read the rules from the
# statement S and know the level L.
import re
from collections import Counter, defaultdict
from heapq import heappop, heappush


def num(pattern):
    return int(re.search(pattern, S).group(1))


def few(pattern):
    return {"one": 1, "two": 2}[re.search(pattern, S).group(1)]


def bags(kinds, limit):
    # Sets of values that can be reached, as the bits of a number, for each weight and what the rules have to know.
    copies = num(r"kind at most (\d+) may be taken")
    light = num(r"weigh (\d+) or less") if L >= 5 else 0
    most = few(r"piece, at most (\w+)") if L >= 5 else 0
    states = {(0, False, 0, 0): 1}  # weight, whether the last kind was taken, parity, light kinds
    for weight, value in kinds:
        after = defaultdict(int)
        for (load, taken, parity, count), values in states.items():
            after[load, False, parity, count] |= values
            if (L >= 2 and taken) or (weight <= light and count == most):
                continue
            for n in range(1, min(copies, (limit - load) // weight) + 1):
                key = (load + n * weight, L >= 2, 1 - parity if L >= 4 else 0, count + (weight <= light))
                after[key] |= values << (n * value)
        states = after
    every = 0
    for (_, _, parity, _), values in states.items():
        if parity == 0:
            every |= values
    best = every.bit_length() - 1
    while L >= 3 and (best % num(r"divisible by (\d+)") or not every >> best & 1):
        best -= 1
    return best


def intervals(offers, most=None):
    # Forwards in time: the best of each number of offers and remainder, pushed on to all offers that may follow.
    gap = num(r"start at least (\d+) after")
    wait = num(r"start at most (\d+) after") if L >= 4 else 10**9
    modulus = num(r"worth of a choice must be divisible by (\d+)") if L >= 5 else 1
    offers = sorted(offers)
    best = [{} for _ in offers]
    for i, (start, end, worth) in enumerate(offers):
        own = best[i]
        if own.get((1, worth % modulus), 0) < worth:
            own[1, worth % modulus] = worth
        if L < 2:
            own = best[i] = {(1, 0): max(own.values())}
        for j in range(i + 1, len(offers)):
            later, _, value = offers[j]
            if later > end + wait:
                break
            if later < end + gap or (L >= 3 and (worth + value) % 2 == 0):
                continue
            target = best[j]
            for (n, rest), total in own.items():
                if most is None:
                    n = 0
                elif n == most:
                    continue
                key = (n + 1, (rest + value) % modulus)
                if target.get(key, 0) < total + value:
                    target[key] = total + value
    return max((total for own in best for (_, rest), total in own.items() if rest == 0), default=0)


def sequences(values):
    # By the value of the last element rather than by its place.
    low, high = num(r"differ by at least (\d+)"), num(r"and at most (\d+)\. A single")
    modulus = num(r"element may be divisible by (\d+)") if L >= 3 else 1000
    falls = few(r"At most (\w+) chosen elements? may be smaller") if L >= 4 else 0
    divisor = num(r"elements must be divisible by (\d+)") if L >= 5 else 1
    ends = defaultdict(dict)
    for value in values:
        own = int(value % modulus == 0) if L >= 3 else 0
        found = {(own, 0, value % divisor): 1}
        for before in range(value - high, value + high + 1):
            if before not in ends or abs(value - before) < low or (L >= 2 and (value - before) % 2 == 0):
                continue
            fall = 1 if L >= 4 and before > value else 0
            for (count, fallen, rest), length in ends[before].items():
                if count + own <= 1 and fallen + fall <= falls:
                    key = (count + own, fallen + fall, (rest + value) % divisor)
                    if found.get(key, 0) <= length:
                        found[key] = length + 1
        merged = ends[value]
        for key, length in found.items():
            if merged.get(key, 0) < length:
                merged[key] = length
    return max((n for end in ends.values() for (_, _, rest), n in end.items() if rest == 0), default=0)


def graphs(n, links):
    # Dijkstra's method on places with what the rules have to know.
    every, toll = num(r"divisible by (\d+) pays"), num(r"pays (\d+) more")
    count = num(r"links of a route must be divisible by (\d+)") if L >= 3 else 1
    dear = num(r"list is divisible by (\d+)") if L >= 4 else 1000
    leaving = defaultdict(list)
    for a, b, price in links:
        leaving[a].append((b, price, toll if b % every == 0 else 0, price % dear == 0))
    waiting, settled = [(0, 0, False, 0, False, False)], set()
    while waiting:
        cost, place, halved, length, was_dear, visited = heappop(waiting)
        state = (place, halved, length, was_dear, visited)
        if state in settled:
            continue
        settled.add(state)
        if place == n - 1 and length == 0 and (L < 5 or visited):
            return cost
        for b, price, extra, is_dear in leaving[place]:
            if is_dear and was_dear:
                continue
            rest = ((length + 1) % count, is_dear, L >= 5 and (visited or b == n // 2))
            heappush(waiting, (cost + price + extra, b, halved, *rest))
            if L >= 2 and not halved:
                heappush(waiting, (cost + price // 2 + extra, b, True, *rest))
    return -1


def grids(rows, moves):
    # Backwards from the goal, with a memory of states.
    steps = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    if "eight directions" in S:
        steps = [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if y or x]
    elif "knight" in S:
        steps = [(y, x) for y in range(-2, 3) for x in range(-2, 3) if abs(y) + abs(x) == 3 and y and x]
    period = num(r"number is divisible by (\d+)") if L >= 2 else 1
    most = few(r"at most (\w+) moves? may enter a wall") if L >= 3 else 0
    prime = num(r"remainder when divided by (\d+)")
    height, width = len(rows), len(rows[0])
    target = (height - 1) * width + width - 1
    cells = "".join(rows)
    reach = [
        [(d, (y + dy) * width + x + dx) for d, (dy, dx) in enumerate(steps) if 0 <= y + dy < height and 0 <= x + dx < width]
        for y in range(height)
        for x in range(width)
    ]
    # later[place, walls, gate]: ways from here to the goal by the direction of the next move, and whether they enter a gate. Ways begin at the
    # goal with each number of walls that they leave unused.
    later = {(target, walls, False): Counter({-1: 1}) for walls in range(most + 1)}
    for move in range(moves, 0, -1):
        earlier = {}
        for (place, walls, gate), ways in later.items():
            cell = cells[place]
            left = walls + (cell == "#")
            if left > most or (cell == "o" and move % period):
                continue
            total = sum(ways.values())
            for opposite, before in reach[place]:
                dy, dx = steps[opposite]
                direction = steps.index((-dy, -dx))
                many = total - (ways[direction] if L >= 4 else 0)
                if many:
                    key = (before, left, L >= 5 and (gate or cell == "o"))
                    earlier.setdefault(key, Counter())[direction] += many % prime
        later = earlier
    return sum(later.get((0, most, L >= 5), Counter()).values()) % prime


def games(pile):
    # Moves that win from each position, as sets: a rule takes moves away from the player who moves next.
    moves = [int(each) for each in re.search(r"one of these numbers of \w+: ([\d, ]+)\.", S).group(1).split(", ")]
    barred = num(r"divisible by (\d+)") if L >= 3 else 0
    bars = [0, *moves]

    def options(size):
        return [m for m in moves if m <= size and not (barred and size > m and (size - m) % barred == 0)]

    lost = [set(), set()]  # positions (size, other's last, own last) in which the player who moves loses, without and with a pass
    for size in range(pile + 1):
        possible = options(size)
        for passes in (0, 1) if L >= 4 else (0,):
            for other in bars if L >= 2 else [0]:
                for own in bars if L >= 5 else [0]:
                    kept = other if L >= 5 else 0
                    for m in possible:
                        if m != other and m != own and (size - m, m if L >= 2 else 0, kept) in lost[passes]:
                            break
                    else:
                        if not (passes and (size, 0, kept) in lost[0]):
                            lost[passes].add((size, other, own))
    return sum(m for m in options(pile) if (pile - m, m if L >= 2 else 0, 0) in lost[1 if L >= 4 else 0])


def sweeps(periods):
    # Between any two neighbouring ends of periods all minutes are alike.
    least = num(r"called safe if (?:at least|from) (\d+)")
    most = num(r"More than (\d+)") if L >= 5 else 10**9
    short = num(r"fewer than (\d+) minutes") if L >= 4 else 0
    if L >= 3:
        longest = {}
        for first, last in sorted(periods):
            longest[first] = last
        periods = list(longest.items())
    cuts = sorted({cut for first, last in periods for cut in (first, last + 1)})
    stretches = []
    for a, b in zip(cuts, cuts[1:]):
        if least <= sum(first <= a <= last for first, last in periods) <= most:
            if stretches and stretches[-1][1] == a:
                stretches[-1][1] = b
            else:
                stretches.append([a, b])
    total = 0
    for a, b in stretches:
        if b - a >= short:
            total += b - a
            if L >= 2:
                modulus, rest = num(r"when divided by (\d+) do not"), num(r"leave the remainder (\d+)")
                total -= len(range(a + (rest - a) % modulus, b, modulus))
    return total


def digits(bound):
    # Numbers below bound + 1, from the last digit to the first: how many endings each state has.
    modulus, rest = num(r"leaves the remainder \d+ when divided by (\d+)"), num(r"leaves the remainder (\d+)")
    divisor = num(r"not be divisible by (\d+)") if L >= 3 else 1
    wanted = num(r"The digit (\d) must occur") if L >= 4 else None
    pair = num(r"have the sum (\d+)") if L >= 5 else None
    text = str(bound + 1)

    def states(prefix):
        if L >= 2 and any(a == b for a, b in zip(prefix, prefix[1:])):
            return None
        if L >= 5 and any(int(a) + int(b) == pair for a, b in zip(prefix, prefix[1:])):
            return None
        last = int(prefix[-1]) if L >= 2 else 0
        return sum(map(int, prefix)) % modulus, int(prefix) % divisor, last, wanted is None or str(wanted) in prefix

    starts = defaultdict(Counter)  # by the number of digits that are still free
    for length in range(1, len(text)):
        for digit in "123456789":
            starts[length - 1][states(digit)] += 1
    for place, digit in enumerate(text):
        for smaller in range(0 if place else 1, int(digit)):
            state = states(text[:place] + str(smaller))
            if state is not None:
                starts[len(text) - place - 1][state] += 1
    open_ = Counter()
    for free in range(len(text) - 1, -1, -1):
        open_.update(starts[free])
        if free == 0:
            break
        after = Counter()
        for (total, remainder, last, has), many in open_.items():
            for digit in range(10):
                if L >= 2 and (digit == last or (pair is not None and digit + last == pair)):
                    continue
                key = ((total + digit) % modulus, (10 * remainder + digit) % divisor, digit if L >= 2 else 0, has or digit == wanted)
                after[key] += many
        open_ = after
    return sum(many for (total, remainder, _, has), many in open_.items() if total == rest and has and (L < 3 or remainder))


def schedules(needs):
    # Rounds in which nobody finishes are skipped.
    slices = [num(r"served for (\d+) minutes")] * len(needs)
    if L >= 3:
        slices = [each if i % 2 else num(r"lasts up to (\d+) minutes") for i, each in enumerate(slices)]
    pause = num(r"makes a pause of (\d+)") if L >= 2 else 0
    queue = list(range(len(needs)))
    if L >= 5:
        queue.sort(key=lambda i: needs[i], reverse="with the largest need in front" in S)
    left, ends, clock = list(needs), {}, 0
    while queue:
        skipped = min((left[i] - 1) // slices[i] for i in queue)
        for i in queue:
            left[i] -= skipped * slices[i]
            clock += skipped * (slices[i] + pause)
        if L >= 4 and skipped % 2:
            queue.reverse()
        for i in queue:
            served = min(left[i], slices[i])
            clock, left[i] = clock + served, left[i] - served
            if left[i] == 0:
                ends[i] = clock
            clock += pause
        queue = [i for i in queue if left[i]]
        if L >= 4:
            queue.reverse()
    return [ends[i] for i in range(len(needs))]


def substrings(parts):
    # By differences: pieces that end here, those with too many letters left out by the last places of the letters.
    text = "".join(letters * times for letters, times in parts)
    most = num(r"hold at most (\d+) different")
    modulus, rest = (num(r"when divided by (\d+)"), num(r"leave the remainder (\d+)")) if L >= 3 else (1, 0)
    even = re.search(r"The letter (\w) must occur", S).group(1) if L >= 4 else ""
    pair = "".join(re.search(r"the letter (\w) with the letter (\w) directly", S).groups()) if L >= 5 else "--"
    # For each class of beginnings their number before each place is found from lists that grow with the text.
    classes = defaultdict(lambda: [0])  # numbers of beginnings of a class among those of its remainder, which come every `modulus` places
    last, low, parity, count, before = {}, 0, 0, 0, ""
    parities = [0]
    for end, letter in enumerate(text):
        last[letter] = end
        if len(last) > most:
            first = min(last, key=last.get)
            low = max(low, last.pop(first) + 1)
        if before + letter == pair:
            low = end
        before = letter
        start = end % modulus
        # Prefix counts of this remainder: by parity, and by parity and letter.
        row = classes[start]
        if len(row) == 1:
            row.append([[0] * 14])
        sums = row[1]
        fresh = sums[-1][:]
        fresh[7 * parity] += 1
        fresh[7 * parity + 1 + "abcdef".index(letter)] += 1
        sums.append(fresh)
        parity ^= letter == even
        begins = (end + 1 - rest) % modulus
        if classes[begins] == [0]:
            continue
        sums = classes[begins][1]
        upper = (end - begins) // modulus + 1
        lower = (low - begins + modulus - 1) // modulus
        if lower >= upper:
            continue
        at, own = 7 * parity, 7 * parity + 1 + "abcdef".index(letter)
        count += sums[upper][at] - sums[lower][at]
        if L >= 2:
            count -= sums[upper][own] - sums[lower][own]
    return count


def stacks(parts):
    # Powers of one round of a part: what 1, 2, 4, ... rounds do to each state, worked out where it is needed.
    run, room = num(r"As soon as the (\d+) topmost"), num(r"has more than (\d+)")
    period = num(r"with a number divisible by (\d+)") if L >= 4 else 1
    pile, groups, number = "", 0, 0

    def step(pile, number, letter):
        if L >= 5 and number % 2 and pile[:1] in ("", "a"):
            return pile, 0
        if L >= 2 and pile[-1:] == "f":
            pile = pile[:-1]
        if L >= 4 and number % period == 0:
            letter = "bcdefa"["abcdef".index(letter)]
        made = 0
        pile += letter
        while pile[-run:] == pile[-1] * run:
            letter, made = pile[-1], made + 1
            pile = pile[:-run]
            if L == 1:
                break
            pile += "bcdefa"["abcdef".index(letter)]
        if len(pile) > room:
            pile = pile[1:]
            if L >= 3:
                pile = pile[::-1]
        return pile, made

    for letters, times in parts:
        memory = {}

        def rounds(power, pile, number):
            key = (power, pile, number % (2 * period))
            if key not in memory:
                if power == 0:
                    made, now = 0, pile
                    for i, letter in enumerate(letters):
                        now, more = step(now, number + i, letter)
                        made += more
                    memory[key] = (now, made)
                else:
                    half, made = rounds(power - 1, pile, number)
                    whole, more = rounds(power - 1, half, number + len(letters) * 2 ** (power - 1))
                    memory[key] = (whole, made + more)
            return memory[key]

        for power in range(times.bit_length()):
            if times >> power & 1:
                pile, made = rounds(power, pile, number + 1)
                groups += made
                number += len(letters) * 2**power
    return [pile, groups]


def expressions(expression, x, times):
    # The expression becomes one of Python; Brent's method finds the cycle without a memory of states.
    order = re.search(r"most strongly: ([^.]+)\.", S).group(1).replace("'", "").split(", ")
    modulus = num(r"by its remainder when divided by (\d+)")
    period = num(r"counted from 1, when divided by (\d+)") if L >= 5 else 1
    tokens = re.findall(r"\d+|[a-z]|[-+*@()]", expression)
    special = [(r"the larger of its", max), (r"the smaller of its", min), (r"the distance of its", lambda a, b: abs(a - b))]
    at = next((f for words, f in special if re.search(words, S)), lambda a, b: 2 * a + b)
    apply = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "@": at}

    # Dijkstra's shunting yard, to postfix.
    output, signs = [], []
    for token in tokens:
        if token == "(":
            signs.append(token)
        elif token == ")":
            while signs[-1] != "(":
                output.append(signs.pop())
            signs.pop()
        elif token in apply:
            while signs and signs[-1] != "(":
                tighter = order.index(signs[-1]) - order.index(token)
                if tighter > 0 or (tighter == 0 and L >= 3):
                    break
                output.append(signs.pop())
            signs.append(token)
        else:
            output.append(int(token) if token.isdigit() else token)
    output += reversed(signs)

    def after(state):
        x, y, k = state
        k = (k + 1) % period
        pile = []
        for each in output:
            if each in apply:
                right = pile.pop()
                pile[-1] = apply[each](pile[-1], right) % modulus
            else:
                pile.append(each if isinstance(each, int) else {"x": x, "y": y, "k": k}[each])
        return pile[0], x if L >= 4 else 0, k

    state = (x, 0, 0)
    slow, length, power, done = state, 0, 1, 0
    while done < times:
        state, done, length = after(state), done + 1, length + 1
        if state == slow:
            for _ in range((times - done) % length):
                state = after(state)
            break
        if length == power:
            slow, power, length = state, 2 * power, 0
    return state[0]


def logs(log, days):
    # A day cancels p payments of earlier days and adds some. What is left of all days but the last are equal blocks.
    end, sign = re.search(r"separated by '(.)'", S).group(1), re.search(r'An entry "12 ann(.)5"', S).group(1)
    closed = num(r"number is divisible by (\d+), the office") if L >= 4 else 0
    window = num(r"not more than (\d+) minutes") if L >= 3 else -1
    worked = days - days // closed if closed else days
    day = {}
    for each in log.split(end):
        minute, name, what = re.fullmatch(r"(\d+) (\w+)" + re.escape(sign) + r"(\w+)", each).groups()
        state = day.setdefault(name, [0, []])
        if what != "x":
            state[1].append((int(minute), int(what)))
        elif state[1]:
            state[1].pop()
        else:
            state[0] += 1
    result = []
    for name, (cancelled, added) in sorted(day.items()):
        size = len(added) - cancelled
        block = added[: max(size, 0)]

        def worth(block, previous, number):
            # The previous payment's minute is seen from this day; number = payments before.
            total = 0
            for minute, amount in block:
                number += 1
                if L < 5 or number % 3:
                    total += amount * (2 if previous is not None and minute - previous <= window else 1)
                previous = minute
            return total

        def of_day(t, block_of_day):
            # Worked day t counted from 1, with the block of the worked day before it, if there is one.
            gap = 2 if closed and t > 1 and (t - 1) % (closed - 1) == 0 else 1
            before = block[-1][0] - 60 * gap if t > 1 and block else None
            return worth(block_of_day, before, (t - 1) * len(block))

        cycle = 3 * (closed - 1) if closed else 3
        total = of_day(worked, added)
        for c in range(2, min(cycle + 2, worked)):
            total += of_day(c, block) * ((worked - 1 - c) // cycle + 1)
        if worked > 1:
            total += of_day(1, block)
        if total >= num(r"sum is less than (\d+)"):
            result.append([name, total])
    return result
