-- The kind of game, how a game ended and the points by category become text and JSON: a new kind, with ways to end and
-- categories of its own, needs no migration. Each column changes its type in place, so that each table is rewritten once
-- and keeps its indexes.

-- AlterTable
ALTER TABLE "games"
ALTER COLUMN "agora" TYPE TEXT USING CASE WHEN "agora" THEN 'agora' ELSE 'base' END,
ALTER COLUMN "options" TYPE JSONB USING "options" - 'agora',
ALTER COLUMN "ended_by" TYPE TEXT;

ALTER TABLE "games" RENAME COLUMN "agora" TO "kind";

-- AlterTable
ALTER TABLE "game_seats"
ALTER COLUMN "agora" TYPE TEXT USING CASE WHEN "agora" THEN 'agora' ELSE 'base' END,
ALTER COLUMN "ended_by" TYPE TEXT,
ALTER COLUMN "total" TYPE JSONB USING jsonb_build_object(
    'blue', "blue", 'green', "green", 'yellow', "yellow", 'guilds', "guilds", 'wonders', "wonders", 'progress', "progress",
    'coins', "coins", 'military', "military", 'senate', "senate", 'total', "total"
);

ALTER TABLE "game_seats" RENAME COLUMN "agora" TO "kind";

ALTER TABLE "game_seats" RENAME COLUMN "total" TO "score";

ALTER TABLE "game_seats" DROP COLUMN "blue",
DROP COLUMN "green",
DROP COLUMN "yellow",
DROP COLUMN "guilds",
DROP COLUMN "wonders",
DROP COLUMN "progress",
DROP COLUMN "coins",
DROP COLUMN "military",
DROP COLUMN "senate";

-- AlterTable
ALTER TABLE "player_results"
ALTER COLUMN "agora" TYPE TEXT USING CASE WHEN "agora" THEN 'agora' ELSE 'base' END,
ALTER COLUMN "ended_by" TYPE TEXT;

ALTER TABLE "player_results" RENAME COLUMN "agora" TO "kind";

-- DropEnum
DROP TYPE "ended_by";

-- What the planner knew of the columns is gone with their types.
ANALYZE "games", "game_seats", "player_results";
