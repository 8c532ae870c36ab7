-- DropIndex
DROP INDEX "game_seats_page";

-- DropIndex
DROP INDEX "game_seats_page_by";

-- DropIndex
DROP INDEX "game_seats_page_clock";

-- DropIndex
DROP INDEX "game_seats_page_clock_by";

-- DropIndex
DROP INDEX "games_page";

-- DropIndex
DROP INDEX "games_page_by";

-- DropIndex
DROP INDEX "games_page_clock";

-- DropIndex
DROP INDEX "games_page_clock_by";

-- AlterTable
ALTER TABLE "game_chat" ADD COLUMN     "bot" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "game_seats" ADD COLUMN     "bot" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "bots" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "games" ADD COLUMN     "bots" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "player_results" DROP CONSTRAINT "player_results_pkey",
ADD COLUMN     "bots" BOOLEAN NOT NULL DEFAULT false,
ADD CONSTRAINT "player_results_pkey" PRIMARY KEY ("player_id", "kind", "bots", "seat", "ended_by", "result");

-- AlterTable
ALTER TABLE "players" ADD COLUMN     "bot" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "game_seats_page" ON "game_seats"("player_id", "kind", "rated", "bots", "ended_at" DESC, "game_id" DESC);

-- CreateIndex
CREATE INDEX "game_seats_page_by" ON "game_seats"("player_id", "kind", "rated", "bots", "ended_by", "ended_at" DESC, "game_id" DESC);

-- CreateIndex
CREATE INDEX "game_seats_page_clock" ON "game_seats"("player_id", "kind", "rated", "bots", "clock", "ended_at" DESC, "game_id" DESC);

-- CreateIndex
CREATE INDEX "game_seats_page_clock_by" ON "game_seats"("player_id", "kind", "rated", "bots", "clock", "ended_by", "ended_at" DESC, "game_id" DESC);

-- CreateIndex
CREATE INDEX "games_page" ON "games"("kind", "rated", "bots", "ended_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "games_page_by" ON "games"("kind", "rated", "bots", "ended_by", "ended_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "games_page_clock" ON "games"("kind", "rated", "bots", "clock", "ended_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "games_page_clock_by" ON "games"("kind", "rated", "bots", "clock", "ended_by", "ended_at" DESC, "id" DESC);
