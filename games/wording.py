"""stub"""


def sentence(problem):
    return problem.code
