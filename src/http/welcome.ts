import type { FastifyReply } from 'fastify'
import type { App } from './parts.ts'

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Curia</title></head>
<body>
<h1>Curia</h1>
<p>This is a game server for two-player matches of 7 Wonders Duel and its expansions. It decides what is legal, keeps
every secret, and stores finished games.</p>
<ul>
<li>Play: a client connects here over Socket.IO or plain HTTP. The project's README has one in a page of code, and
<code>npm run demo -- --url</code> with this address plays a game.</li>
<li>Write a client: <a href="/docs/client">the client SDK</a>, <a href="/docs/protocol">the protocol</a>,
<a href="/docs">the HTTP routes</a>, <a href="/v1/catalogue">the cards as data</a>.</li>
<li>Write an engine: <a href="/docs/rules/readme">the rules as a package</a>, for programs in any language.</li>
<li>Look: <a href="/v1/games">finished games</a>, <a href="/v1/tables">open tables</a>,
<a href="/v1/online">who is online</a>.</li>
<li>Operate: <a href="/healthz">alive</a>, <a href="/readyz">ready</a>, <a href="/metrics">figures</a>.</li>
</ul>
</body>
</html>
`

/** Answers with a page that says what this server is. */
export const sendWelcome = (reply: FastifyReply): FastifyReply => reply.type('text/html; charset=utf-8').send(PAGE)

/** Shows that page at `/`. */
export function welcomeRoute(app: App): void {
  app.get('/', { schema: { hide: true } }, (_request, reply) => sendWelcome(reply))
}
