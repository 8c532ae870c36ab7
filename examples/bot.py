#!/usr/bin/env python3
"""Plays whole games of 7 Wonders Duel on a Curia server, over plain HTTP, with Python's standard library alone.

    python3 examples/bot.py http://localhost:3000                    # makes an invitation and prints its code
    python3 examples/bot.py http://localhost:3000 --code ABCDEFGH    # joins by a code
    python3 examples/bot.py http://localhost:3000 --style random     # any legal action
    CURIA_TOKEN=... python3 examples/bot.py http://localhost:3000    # as a bot account, by its personal token

It knows no rules: every view of the server lists the legal actions, with their prices. The style "greedy" constructs
what costs least and is worth most by its kind, and discards a card only if it can construct nothing.
"""
import argparse
import itertools
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
import uuid

# The server answers a waiting request after this time at the latest, in seconds.
WAIT_S = 25
# A request that failed because the server could not be reached is sent again after this time, in seconds.
AGAIN_S = 2
# The same request may succeed later if it was refused for one of these reasons.
LATER = ('rate-limited', 'busy', 'unavailable', 'draining')

# What an action is worth to the greedy style, in coins. Actions of other types come between.
WORTH = {
    'construct-wonder': 14,
    'construct-building': 8,
    'recruit-senator': 7,
    'activate-divinity': 6,
    'discard-card': -2,
    'decline': -3,
}


class Refused(Exception):
    """The server refused a request. `code` says why."""

    def __init__(self, code, message):
        super().__init__(f'{message} ({code})')
        self.code = code


class Server:
    """The HTTP routes of a server, for one player."""

    def __init__(self, url):
        self.url = url.rstrip('/')
        self.token = None

    def ask(self, method, path, body=None):
        """Sends a request until it is answered. Every command has an id, so that a repetition does nothing."""
        data = None if body is None else json.dumps(body).encode()
        headers = {} if data is None else {'content-type': 'application/json'}
        if self.token:
            headers['authorization'] = f'Bearer {self.token}'
        while True:
            request = urllib.request.Request(self.url + path, data, headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=2 * WAIT_S) as response:
                    return json.load(response)
            except urllib.error.HTTPError as error:
                refusal = json.load(error)['error']
                if refusal['code'] not in LATER:
                    raise Refused(refusal['code'], refusal['message']) from None
                time.sleep(float(error.headers.get('retry-after') or AGAIN_S))
            except OSError:
                time.sleep(AGAIN_S)


def actions_of(offers):
    """Every legal action. An offer lists the values of each field, and each way to pick one is an action."""
    for offer in offers:
        fields = [field for field in offer if field != 'type']
        for values in itertools.product(*(offer[field] for field in fields)):
            yield {'type': offer['type'], **dict(zip(fields, values))}


def price_of(action, prices):
    """The coins that an action costs."""
    kind = action['type']
    if kind in ('construct-building', 'recruit-senator'):
        return prices['slots'][str(action['slot'])]['total']
    if kind == 'construct-wonder':
        return prices['wonders'][action['wonder']]['total']
    if kind == 'activate-divinity':
        return prices['divinities'][str(action['space'])][action['offerings']]['total']
    return 0


def pick(board, style):
    """Picks one of the legal actions of a view."""
    actions = list(actions_of(board['legal']))
    if style == 'random':
        return random.choice(actions)
    prices = board.get('prices', {})
    return max(actions, key=lambda action: (
        WORTH.get(action['type'], 3) - price_of(action, prices) + random.random()
    ))


def play(server, view, style):
    """Plays a match to its end. Returns the last snapshot."""
    path = f"/v1/matches/{view['snapshot']['match']}"
    while view['snapshot']['status'] != 'ended':
        snapshot, version = view['snapshot'], view['version']
        board = snapshot.get('board', {})
        try:
            if snapshot.get('mayDo', {}).get('answerDraw'):
                answer = {'actionId': str(uuid.uuid4()), 'answer': 'decline'}
                server.ask('POST', f'{path}/draw', answer)
            if board.get('legal'):
                action = {'actionId': str(uuid.uuid4()), 'version': version, 'action': pick(board, style)}
                server.ask('POST', f'{path}/actions', action)
        except Refused as error:
            # The match has moved on: the next view shows it.
            if error.code not in ('stale', 'match-over', 'not-now'):
                raise
        view = server.ask('GET', f'{path}?after={version}&wait={WAIT_S}')
    return view['snapshot']


def main():
    parser = argparse.ArgumentParser(description='A bot for Curia that knows no rules.')
    parser.add_argument('url')
    parser.add_argument('--code', help='joins by an invitation code; without it, the bot makes an invitation')
    parser.add_argument('--kind', default='base', help='the kind of game; by default base')
    parser.add_argument('--style', choices=('random', 'greedy'), default='greedy')
    # An account may have the plain name.
    parser.add_argument('--name', default=f'Python {random.randrange(10_000)}',
                        help='the name of a guest; by default Python and a number')
    parser.add_argument('--token', default=os.environ.get('CURIA_TOKEN'),
                        help='the token of a bot account, by default CURIA_TOKEN; without it, the bot is a guest')
    arguments = parser.parse_args()

    server = Server(arguments.url)
    server.token = arguments.token or server.ask('POST', '/v1/players', {'name': arguments.name})['token']
    if arguments.code:
        view = server.ask('POST', '/v1/matches/join', {'code': arguments.code})
    else:
        view = server.ask('POST', '/v1/matches', {'kind': arguments.kind, 'actionId': str(uuid.uuid4())})
        print('Invite with', view['snapshot']['code'], flush=True)
    end = play(server, view, arguments.style)
    winner = end['outcome'].get('winner')
    result = 'No winner' if winner is None else 'The bot wins' if winner == end['you'] else 'The opponent wins'
    print(f"{result}, {end['outcome']['by']}.")


if __name__ == '__main__':
    try:
        main()
    except Refused as error:
        sys.exit(str(error))
