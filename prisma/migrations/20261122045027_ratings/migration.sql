-- Games that are stored already were unrated, without a clock, and by invitation. They are counted, but for the wonders: those are in their
-- logs only.

-- AlterEnum
ALTER TYPE "ended_by" ADD VALUE 'time';
ALTER TYPE "ended_by" ADD VALUE 'absence';
ALTER TYPE "ended_by" ADD VALUE 'agreement';

-- DropIndex
DROP INDEX "game_seats_player_id_result_idx";

-- DropIndex
DROP INDEX "games_agora_ended_at_id_idx";

-- DropIndex
DROP INDEX "games_agora_ended_by_ended_at_id_idx";

-- DropIndex
DROP INDEX "games_ended_by_ended_at_id_idx";

-- AlterTable
ALTER TABLE "game_seats" ADD COLUMN     "clock" TEXT NOT NULL DEFAULT 'none',
ADD COLUMN     "opponent_id" TEXT,
ADD COLUMN     "rated" BOOLEAN NOT NULL DEFAULT false;

UPDATE "game_seats" SET "opponent_id" = "other"."player_id" FROM "game_seats" AS "other"
WHERE "other"."game_id" = "game_seats"."game_id" AND "other"."seat" <> "game_seats"."seat";

ALTER TABLE "game_seats" ALTER COLUMN "opponent_id" SET NOT NULL;

-- AlterTable
ALTER TABLE "games" ADD COLUMN     "clock" TEXT NOT NULL DEFAULT 'none',
ADD COLUMN     "origin" TEXT NOT NULL DEFAULT 'invitation',
ADD COLUMN     "rated" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "players" ADD COLUMN     "deleted_at" TIMESTAMP(3),
ALTER COLUMN "first_game_at" DROP NOT NULL,
ALTER COLUMN "last_game_at" DROP NOT NULL;

-- CreateTable
CREATE TABLE "game_chat" (
    "game_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "player_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "seat" SMALLINT,
    "text" TEXT NOT NULL,

    CONSTRAINT "game_chat_pkey" PRIMARY KEY ("game_id","number")
);

-- CreateTable
CREATE TABLE "player_results" (
    "player_id" TEXT NOT NULL,
    "agora" BOOLEAN NOT NULL,
    "seat" SMALLINT NOT NULL,
    "ended_by" "ended_by" NOT NULL,
    "result" "seat_result" NOT NULL,
    "games" INTEGER NOT NULL,

    CONSTRAINT "player_results_pkey" PRIMARY KEY ("player_id","agora","seat","ended_by","result")
);

-- CreateTable
CREATE TABLE "encounters" (
    "player_id" TEXT NOT NULL,
    "opponent_id" TEXT NOT NULL,
    "won" INTEGER NOT NULL,
    "lost" INTEGER NOT NULL,
    "shared" INTEGER NOT NULL,

    CONSTRAINT "encounters_pkey" PRIMARY KEY ("player_id","opponent_id")
);

-- CreateTable
CREATE TABLE "player_wonders" (
    "player_id" TEXT NOT NULL,
    "wonder" TEXT NOT NULL,
    "drafted" INTEGER NOT NULL,
    "constructed" INTEGER NOT NULL,
    "won" INTEGER NOT NULL,

    CONSTRAINT "player_wonders_pkey" PRIMARY KEY ("player_id","wonder")
);

-- CreateTable
CREATE TABLE "ratings" (
    "player_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "rating" DOUBLE PRECISION NOT NULL,
    "deviation" DOUBLE PRECISION NOT NULL,
    "volatility" DOUBLE PRECISION NOT NULL,
    "games" INTEGER NOT NULL,
    "last_game_at" TIMESTAMP(3) NOT NULL,
    "last_game_id" TEXT COLLATE "C" NOT NULL,
    "listed" BOOLEAN NOT NULL,

    CONSTRAINT "ratings_pkey" PRIMARY KEY ("player_id","kind")
);

-- CreateTable
CREATE TABLE "rating_changes" (
    "game_id" TEXT COLLATE "C" NOT NULL,
    "seat" SMALLINT NOT NULL,
    "player_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "ended_at" TIMESTAMP(3) NOT NULL,
    "result" "seat_result" NOT NULL,
    "rating_before" DOUBLE PRECISION NOT NULL,
    "deviation_before" DOUBLE PRECISION NOT NULL,
    "volatility_before" DOUBLE PRECISION NOT NULL,
    "rating_after" DOUBLE PRECISION NOT NULL,
    "deviation_after" DOUBLE PRECISION NOT NULL,
    "volatility_after" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "rating_changes_pkey" PRIMARY KEY ("game_id","seat")
);

-- CreateIndex
CREATE INDEX "ratings_kind_listed_rating_player_id_idx" ON "ratings"("kind", "listed", "rating" DESC, "player_id");

-- CreateIndex
CREATE INDEX "rating_changes_player_id_kind_ended_at_game_id_idx" ON "rating_changes"("player_id", "kind", "ended_at" DESC, "game_id" DESC);

-- CreateIndex
CREATE INDEX "rating_changes_kind_ended_at_game_id_seat_idx" ON "rating_changes"("kind", "ended_at", "game_id", "seat");

-- CreateIndex
CREATE INDEX "game_seats_opponents" ON "game_seats"("player_id", "opponent_id", "ended_at" DESC, "game_id" DESC);

-- CreateIndex
CREATE INDEX "game_seats_page" ON "game_seats"("player_id", "agora", "rated", "ended_at" DESC, "game_id" DESC);

-- CreateIndex
CREATE INDEX "game_seats_page_by" ON "game_seats"("player_id", "agora", "rated", "ended_by", "ended_at" DESC, "game_id" DESC);

-- CreateIndex
CREATE INDEX "game_seats_page_clock" ON "game_seats"("player_id", "agora", "rated", "clock", "ended_at" DESC, "game_id" DESC);

-- CreateIndex
CREATE INDEX "game_seats_page_clock_by" ON "game_seats"("player_id", "agora", "rated", "clock", "ended_by", "ended_at" DESC, "game_id" DESC);

-- CreateIndex
CREATE INDEX "games_page" ON "games"("agora", "rated", "ended_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "games_page_by" ON "games"("agora", "rated", "ended_by", "ended_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "games_page_clock" ON "games"("agora", "rated", "clock", "ended_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "games_page_clock_by" ON "games"("agora", "rated", "clock", "ended_by", "ended_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "game_chat" ADD CONSTRAINT "game_chat_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "games"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "player_results" ADD CONSTRAINT "player_results_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "encounters" ADD CONSTRAINT "encounters_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "player_wonders" ADD CONSTRAINT "player_wonders_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rating_changes" ADD CONSTRAINT "rating_changes_game_id_seat_fkey" FOREIGN KEY ("game_id", "seat") REFERENCES "game_seats"("game_id", "seat") ON DELETE CASCADE ON UPDATE CASCADE;

-- What there is to count
INSERT INTO "player_results" ("player_id", "agora", "seat", "ended_by", "result", "games")
SELECT "player_id", "agora", "seat", "ended_by", "result", count(*) FROM "game_seats" GROUP BY 1, 2, 3, 4, 5;

INSERT INTO "encounters" ("player_id", "opponent_id", "won", "lost", "shared")
SELECT "player_id", "opponent_id", count(*) FILTER (WHERE "result" = 'won'), count(*) FILTER (WHERE "result" = 'lost'),
    count(*) FILTER (WHERE "result" = 'shared')
FROM "game_seats" GROUP BY 1, 2;
