import type { Client } from 'pg'

const EVERY = [
  'player_results',
  'encounters',
  'player_wonders',
  'ratings',
  'rating_changes',
  'game_chat',
  'analysed_seats',
  'game_analyses',
  'game_seats',
  'games',
  'players',
]

/**
 * Fills an empty history with so many games of so many players, as fast as the database can write them.
 *
 * Player 0 is in every game, half of the time against player 1. Games end by politics only with Agora; ties and clocks
 * of a week for a turn are rare. One game in 50 counts as one with a bot. One in 1,000 is on the deal of game 42. Ids are padded to the length of real ones.
 */
export async function fillHistory(client: Client, size: { games: number; players: number }): Promise<void> {
  await client.query(fillOf(size))
  await client.query(`VACUUM ANALYZE ${EVERY.join(', ')}`)
}

const fillOf = ({ games, players }: { games: number; players: number }): string => `
  INSERT INTO players (id, name, first_game_at, last_game_at)
    SELECT lpad(p::text, 16, 'p'), 'Livia', '2025-01-01', '2025-06-01' FROM generate_series(0, ${players - 1}) p;
  INSERT INTO games (id, options, kind, clock, rated, origin, rules, seed, seed_hash, ended_by, winner, versions,
      created_at, started_at, ended_at, record, bots, deal)
    SELECT lpad(n::text, 16, 'g'), '{}', CASE WHEN n % 4 = 0 THEN 'agora' ELSE 'base' END,
      CASE
        WHEN n % 10 = 9 THEN 'none'
        WHEN n % 1000 = 500 THEN 'correspondence-7'
        WHEN n % 3 = 0 THEN 'blitz'
        ELSE 'standard'
      END,
      n % 10 <> 9 AND n % 7 <> 0, 'queue', '1', 'seed', 'hash',
      (CASE
        WHEN n % 500 = 0 THEN 'tie'
        WHEN n % 12 = 0 THEN 'politics'
        ELSE (ARRAY['military', 'science', 'civilian', 'resignation', 'time'])[n % 5 + 1]
      END),
      CASE WHEN n % 500 = 0 THEN NULL ELSE n % 2 END, 70, at, at, at, '{}', n % 50 = 49,
      CASE WHEN n % 1000 = 1 THEN lpad('42', 16, 'g') END
    FROM generate_series(0, ${games - 1}) n,
      LATERAL (SELECT timestamp '2025-01-01' + n * interval '1 minute' AS at) moment;
  INSERT INTO game_seats (game_id, seat, player_id, name, opponent_id, result, score, kind, clock, rated,
      ended_by, ended_at, bots)
    SELECT id, seat,
      CASE WHEN seat = 0 THEN first ELSE second END, 'Livia', CASE WHEN seat = 0 THEN second ELSE first END,
      (CASE WHEN winner IS NULL THEN 'shared' WHEN winner = seat THEN 'won' ELSE 'lost' END)::seat_result,
      '{"blue": 9, "total": 9}', kind, clock, rated, ended_by, ended_at, bots
    FROM games, generate_series(0, 1) seat,
      LATERAL (SELECT ltrim(id, 'g') AS n) number,
      LATERAL (SELECT lpad('0', 16, 'p') AS first,
        lpad(
          (CASE WHEN n = '' OR n::int % 2 = 0 THEN 1 ELSE n::int % ${players - 1} + 1 END)::text, 16, 'p'
        ) AS second) players;
  INSERT INTO rating_changes (game_id, seat, player_id, kind, ended_at, result,
      rating_before, deviation_before, volatility_before, rating_after, deviation_after, volatility_after)
    SELECT game_id, seat, player_id,
      kind || (CASE WHEN bots THEN '-bots' WHEN clock LIKE 'c%' THEN '-correspondence' ELSE '-real-time' END),
      ended_at, result, 1500, 80, 0.06, 1510, 79, 0.06
    FROM game_seats WHERE rated;
  INSERT INTO game_analyses (game_id, done_at, asked_at, decisions, counted, unasked)
    SELECT id, ended_at, ended_at, '[]', true, hashtext(id) % 3 = 0 FROM games WHERE rated AND hashtext(id) % 2 = 0;
  INSERT INTO analysed_seats (game_id, seat, player_id, ended_at, decisions, cost, expected)
    SELECT game_id, seat, player_id, ended_at, 30, 900, 5000 FROM game_seats WHERE rated;
  INSERT INTO ratings (player_id, kind, rating, deviation, volatility, games, last_game_at, last_game_id, listed)
    SELECT DISTINCT ON (player_id, kind) player_id, kind, 1500 + hashtext(player_id) % 500000 / 1000.0, 80, 0.06, 20,
      ended_at, game_id, hashtext(player_id) % 2 = 0
    FROM rating_changes ORDER BY player_id, kind, ended_at DESC, game_id DESC;
  INSERT INTO player_results (player_id, kind, seat, ended_by, result, games, bots)
    SELECT player_id, kind, seat, ended_by, result, count(*), bots FROM game_seats GROUP BY 1, 2, 3, 4, 5, 7;
  INSERT INTO encounters SELECT player_id, opponent_id, count(*), 0, 0 FROM game_seats GROUP BY 1, 2;
  INSERT INTO player_wonders SELECT id, 'wonder-' || n, 10, 5, 5 FROM players, generate_series(1, 14) n;
  INSERT INTO game_chat
    SELECT id, number, ended_at, lpad('0', 16, 'p'), 'Livia', 0, 'salve' FROM games, generate_series(1, 5) number;
`
