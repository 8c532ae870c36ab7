-- DropIndex
DROP INDEX "games_ended_at_id_idx";

-- DropIndex
DROP INDEX "games_page";

-- DropIndex
DROP INDEX "games_page_by";

-- DropIndex
DROP INDEX "games_page_clock";

-- DropIndex
DROP INDEX "games_page_clock_by";

-- AlterTable
ALTER TABLE "games" ADD COLUMN     "listed" BOOLEAN NOT NULL DEFAULT true;

-- Games of private matches were in the lists of all games.
UPDATE "games" SET "listed" = false WHERE "record" #>> '{header,terms,visibility}' = 'private';

-- CreateIndex
CREATE INDEX "games_listed_ended_at_id_idx" ON "games"("listed", "ended_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "games_page" ON "games"("listed", "kind", "rated", "bots", "ended_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "games_page_by" ON "games"("listed", "kind", "rated", "bots", "ended_by", "ended_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "games_page_clock" ON "games"("listed", "kind", "rated", "bots", "clock", "ended_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "games_page_clock_by" ON "games"("listed", "kind", "rated", "bots", "clock", "ended_by", "ended_at" DESC, "id" DESC);
