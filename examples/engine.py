#!/usr/bin/env python3
"""Plays games of 7 Wonders Duel by the rules of Curia, without a server, with Python's standard library alone.

    npm install http://localhost:3000/sdk/curia-rules.tgz             # the rules, from any server
    python3 examples/engine.py                                        # one game
    python3 examples/engine.py --kind agora-pantheon --games 10
    python3 examples/engine.py -- node path/to/dist/runner.js         # another command for the runner

Seat 0 looks one action ahead: it does each legal action in a copy of the game, and takes the one after which its lead in
points is greatest. Seat 1 does any legal action.
"""
import argparse
import json
import random
import subprocess
import sys


class Refused(Exception):
    """The runner refused a request. `code` says why."""

    def __init__(self, code, message):
        super().__init__(f'{message} ({code})')
        self.code = code


class Runner:
    """The program that knows the rules. It answers each line of its input with one line."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding='utf-8')

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()

    def ask(self, command, **fields):
        """Sends a request. Returns its answer."""
        return self.ask_all([{'command': command, **fields}])[0]

    def ask_all(self, requests):
        """Sends a few requests at once, which takes less time than one after the other. Returns their answers."""
        lines = ''.join(json.dumps(request) + '\n' for request in requests)
        self.process.stdin.write(lines)
        self.process.stdin.flush()
        answers = [json.loads(self.process.stdout.readline()) for _ in requests]
        for answer in answers:
            if not answer['ok']:
                raise Refused(**answer['error'])
        return answers


def lead_after(runner, game, action, seat):
    """How many points a seat leads by after an action; more than any points if it has won by it."""
    copy = runner.ask('copy', game=game)['game']
    after, score, _ = runner.ask_all([
        {'command': 'act', 'game': copy, 'action': action},
        {'command': 'score', 'game': copy},
        {'command': 'end', 'game': copy},
    ])
    own, other = score['scores'][seat]['total'], score['scores'][1 - seat]['total']
    winner = (after['result'] or {}).get('winner')
    return own - other + (0 if winner is None else 1000 if winner == seat else -1000)


def play(runner, kind, seed):
    """Plays a game to its end. Returns its last answer, with the scores."""
    game = runner.ask('new', kind=kind, seed=seed)['game']
    while True:
        position = runner.ask('legal', game=game)
        seat, actions = position['toAct'], position['legal']
        if seat is None:
            break
        if seat == 0:
            action = max(actions, key=lambda each: (lead_after(runner, game, each, seat), random.random()))
        else:
            action = random.choice(actions)
        runner.ask('act', game=game, action=action)
    end = runner.ask('score', game=game)
    runner.ask('end', game=game)
    return end


def main():
    parser = argparse.ArgumentParser(description='A player that looks one action ahead.')
    parser.add_argument('--kind', default='base', help='the kind of game; by default base')
    parser.add_argument('--games', type=int, default=1, help='how many games; by default 1')
    parser.add_argument('--seed', default=f'{random.getrandbits(64):x}', help='by default a new one')
    parser.add_argument('command', nargs='*', default=['npx', 'curia-rules'], help='by default npx curia-rules')
    arguments = parser.parse_args()
    # The same seed gives the same games.
    random.seed(arguments.seed)

    wins = 0
    with Runner(arguments.command) as runner:
        for number in range(arguments.games):
            end = play(runner, arguments.kind, f'{arguments.seed} {number}')
            first, second = (score['total'] for score in end['scores'])
            wins += end['result']['winner'] == 0
            print(f"{end['played']} actions, {first} to {second}, {end['result']['by']}.", flush=True)
    print(f'Seat 0 won {wins} of {arguments.games}.')


if __name__ == '__main__':
    try:
        main()
    except Refused as error:
        sys.exit(str(error))
