# Graded response model by maximum marginal likelihood, minimised by SciPy: python3 graded.py < patterns.json > graded.json, where patterns.json
# is a list of [pattern, count]. Written without a view to the TypeScript: 61 nodes from -6 to 6, BFGS over slopes and intercepts, numerical Hessian.
import json
import sys

import numpy as np
from scipy.optimize import minimize

patterns = json.load(sys.stdin)
answers = np.array([[int(c) for c in p] for p, _ in patterns])
counts = np.array([n for _, n in patterns], float)
items = answers.shape[1]
nodes = np.linspace(-6, 6, 61)
prior = np.exp(-nodes**2 / 2)
prior /= prior.sum()


def loss(x):
    like = np.ones((len(patterns), len(nodes)))
    for j in range(items):
        a, d = x[4 * j], x[4 * j + 1 : 4 * j + 4]
        upper = np.vstack([np.ones(61)] + [1 / (1 + np.exp(-(a * nodes + each))) for each in d] + [np.zeros(61)])
        like *= np.maximum(upper[:-1] - upper[1:], 1e-300)[answers[:, j] - 1]
    return -(counts * np.log(like @ prior)).sum()


start = np.tile([1.0, 3.0, 1.0, -1.0], items)
fit = minimize(loss, start, method="BFGS", options={"gtol": 1e-5, "maxiter": 2000})
fit = minimize(loss, fit.x, method="Nelder-Mead", options={"xatol": 1e-7, "fatol": 1e-10, "maxiter": 20000, "adaptive": True})
x = fit.x
step = 1e-3
size = len(x)
hessian = np.zeros((size, size))
for r in range(size):
    for s in range(size):
        e, f = np.eye(size)[r] * step, np.eye(size)[s] * step
        hessian[r, s] = (loss(x + e + f) - loss(x + e - f) - loss(x - e + f) + loss(x - e - f)) / (4 * step * step)
error = np.sqrt(np.diag(np.linalg.inv(hessian)))
json.dump(
    {
        "patterns": patterns,
        "loglik": -fit.fun,
        "items": [
            {"a": x[4 * j], "d": list(x[4 * j + 1 : 4 * j + 4]), "se_a": error[4 * j], "se_d": list(error[4 * j + 1 : 4 * j + 4])}
            for j in range(items)
        ],
    },
    sys.stdout,
)
