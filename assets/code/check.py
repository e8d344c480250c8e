def at(x, keys):  # what a path such as lift.P0 names in the trace
    if not keys:
        return x
    if isinstance(x, list) and not keys[0].isdigit():
        return [at(e, keys) for e in x]
    return at(x[int(keys[0]) if isinstance(x, list) else keys[0]], keys[1:])


for path, value in got.items():
    print(path, np.max(np.abs(np.array(at(t, path.split("."))) - value), initial=0))  # the largest difference
