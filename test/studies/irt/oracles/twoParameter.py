# Prints twoParameter.json: a 2PL test that is simulated here, fitted and diagnosed by NumPy and SciPy from the published formulas alone,
# so that item response theory is held to values of others in every clone. python3 twoParameter.py > twoParameter.json
import json
import numpy as np
from scipy import optimize, stats

PERSONS, ITEMS, SEED = 400, 7, 20
random = np.random.default_rng(SEED)
true_a = np.array([0.7, 1.0, 1.3, 1.6, 0.9, 1.1, 1.4])
true_d = np.array([1.2, -0.4, 0.3, -0.9, 0.0, 0.8, -1.5])
answers = (random.random((PERSONS, ITEMS)) < 1 / (1 + np.exp(-(np.outer(random.standard_normal(PERSONS), true_a) + true_d)))).astype(int)


def grid(size, reach):
    nodes = np.linspace(-reach, reach, size)
    weights = stats.norm.pdf(nodes)
    return nodes, weights / weights.sum()


def curve(a, d, nodes):
    return 1 / (1 + np.exp(-(np.outer(a, nodes) + d[:, None])))


# Marginal maximum likelihood over a standard normal population (Bock & Lieberman 1970), on far more nodes than the project's.
fine = grid(801, 10)


def joint(x, nodes):
    logit = np.outer(np.exp(x[:ITEMS]), nodes) + x[ITEMS:, None]
    return -answers @ np.logaddexp(0, -logit) - (1 - answers) @ np.logaddexp(0, logit)


def gradient_parts(x):
    nodes, weights = fine
    logs = joint(x, nodes) + np.log(weights)
    top = logs.max(axis=1, keepdims=True)
    chance = np.exp(logs - top)
    total = chance.sum(axis=1, keepdims=True)
    return (top + np.log(total)).ravel(), chance / total


def objective(x):
    nodes, _ = fine
    logs, posterior = gradient_parts(x)
    p = curve(np.exp(x[:ITEMS]), x[ITEMS:], nodes)
    expected = posterior.sum(axis=0)
    right = answers.T @ posterior
    residual = right - expected * p
    by_a = (residual * nodes).sum(axis=1) * np.exp(x[:ITEMS])
    return -logs.sum(), -np.concatenate([by_a, residual.sum(axis=1)])


bounds = [(-3, 2)] * ITEMS + [(-6, 6)] * ITEMS  # far from the solution; they keep the first steps in sight
x = optimize.minimize(objective, np.zeros(2 * ITEMS), jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 1000}).x
# Newton steps on the differences of the gradient bring it to rounding; the same matrix is the observed information.
for _ in range(3):
    step = 1e-5
    information = np.array([(objective(x + step * e)[1] - objective(x - step * e)[1]) / (2 * step) for e in np.eye(2 * ITEMS)])
    information = (information + information.T) / 2
    x = x - np.linalg.solve(information, objective(x)[1])
a, d = np.exp(x[:ITEMS]), x[ITEMS:]
assert np.abs(objective(x)[1]).max() < 1e-8
covariance = np.linalg.inv(information)
se_log_a, se_d = np.sqrt(np.diag(covariance)).reshape(2, ITEMS)
# b = −d/a by the delta method in (ln a, d)
se_b = [np.sqrt(g @ covariance[np.ix_([j, ITEMS + j], [j, ITEMS + j])] @ g) for j in range(ITEMS) for g in [np.array([d[j] / a[j], -1 / a[j]])]]

nodes, _ = fine
logs, posterior = gradient_parts(x)
eap = posterior @ nodes
eap_se = np.sqrt(posterior @ nodes**2 - eap**2)

# Mean squares at the EAP (Wright & Masters 1982) and the standardized likelihood (Drasgow, Levine & Williams 1985).
p = curve(a, d, eap).T
variance = p * (1 - p)
squares = (answers - p) ** 2
logit = np.log(p / (1 - p))
log_variance = variance * logit**2
observed = answers * np.log(p) + (1 - answers) * np.log1p(-p)
expected = p * np.log(p) + (1 - p) * np.log1p(-p)


def fit(axis):
    return {
        "outfit": (squares / variance).mean(axis=axis),
        "infit": squares.sum(axis=axis) / variance.sum(axis=axis),
        "zh": (observed - expected).sum(axis=axis) / np.sqrt(log_variance.sum(axis=axis)),
    }


# Yen's Q3 (1984): correlations of the residuals.
q3 = np.corrcoef((answers - p).T)

# M2 over margins of order 1 and 2 (Maydeu-Olivares & Joe 2005), on the 61 nodes that the project takes for it.
coarse_nodes, coarse_weights = grid(61, 6)
curves = curve(a, d, coarse_nodes)
sets = [(j,) for j in range(ITEMS)] + [(i, j) for i in range(ITEMS) for j in range(i + 1, ITEMS)]
margin = lambda items: (np.prod(curves[sorted(set(items))], axis=0) * coarse_weights).sum()
pi = np.array([margin(s) for s in sets])
shares = np.array([answers[:, list(s)].all(axis=1).mean() for s in sets])
xi = np.array([[margin(s + t) for t in sets] for s in sets]) - np.outer(pi, pi)


def derivative(items, j, by):
    if j not in items:
        return 0.0
    slope = curves[j] * (1 - curves[j]) * (coarse_nodes if by == "a" else 1)
    return (slope * np.prod([curves[k] for k in items if k != j], axis=0) * coarse_weights).sum()


delta = np.array([[derivative(s, j, by) for j in range(ITEMS) for by in "ad"] for s in sets])
inverse = np.linalg.inv(xi)
weight = inverse - inverse @ delta @ np.linalg.solve(delta.T @ inverse @ delta, delta.T @ inverse)
m2 = PERSONS * (shares - pi) @ weight @ (shares - pi)
df = len(sets) - 2 * ITEMS

out = {
    "origin": f"twoParameter.py: NumPy {np.__version__}, simulated with seed {SEED}",
    "answers": ["".join(map(str, row)) for row in answers],
    "loglik": logs.sum(),
    "a": a, "d": d, "b": -d / a, "se_a": se_log_a * a, "se_d": se_d, "se_b": se_b,
    "eap": eap, "eap_se": eap_se,
    "items": fit(0), "persons": fit(1), "q3": q3[np.tril_indices(ITEMS, -1)],
    "m2": {"m2": m2, "df": df, "p": stats.chi2.sf(m2, df)},
}
rounded = lambda value: (
    {k: rounded(v) for k, v in value.items()} if isinstance(value, dict)
    else [rounded(v) for v in value] if isinstance(value, (list, np.ndarray))
    else float(f"{value:.10g}") if isinstance(value, float) else value
)
print("{\n" + ",\n".join(f"  {json.dumps(k)}: {json.dumps(rounded(v))}" for k, v in out.items()) + "\n}")
