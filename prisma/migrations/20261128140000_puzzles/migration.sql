-- AlterTable
ALTER TABLE "game_analyses" ADD COLUMN     "sought" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "puzzle_candidates" (
    "game_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "best" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "claim" TEXT,
    "claimed_until" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "puzzle_candidates_pkey" PRIMARY KEY ("game_id","version")
);

-- CreateTable
CREATE TABLE "puzzles" (
    "id" TEXT NOT NULL,
    "game_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "seat" SMALLINT NOT NULL,
    "kind" TEXT NOT NULL,
    "rules" TEXT NOT NULL,
    "themes" TEXT[],
    "chances" JSONB NOT NULL,
    "day" DATE,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "rating" DOUBLE PRECISION NOT NULL,
    "deviation" DOUBLE PRECISION NOT NULL,
    "volatility" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "puzzles_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "puzzle_answers" (
    "puzzle_id" TEXT NOT NULL,
    "player_id" TEXT NOT NULL,
    "account_id" TEXT,
    "action" JSONB NOT NULL,
    "right" BOOLEAN NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "rating_before" DOUBLE PRECISION,
    "rating_after" DOUBLE PRECISION,

    CONSTRAINT "puzzle_answers_pkey" PRIMARY KEY ("puzzle_id","player_id")
);

-- CreateTable
CREATE TABLE "puzzle_ratings" (
    "player_id" TEXT NOT NULL,
    "rating" DOUBLE PRECISION NOT NULL,
    "deviation" DOUBLE PRECISION NOT NULL,
    "volatility" DOUBLE PRECISION NOT NULL,
    "answers" INTEGER NOT NULL,

    CONSTRAINT "puzzle_ratings_pkey" PRIMARY KEY ("player_id")
);

-- CreateIndex
CREATE INDEX "puzzle_candidates_created_at_idx" ON "puzzle_candidates"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "puzzles_day_key" ON "puzzles"("day");

-- CreateIndex
CREATE INDEX "puzzles_day_created_at_id_idx" ON "puzzles"("day", "created_at", "id");

-- CreateIndex
CREATE INDEX "puzzles_kind_rating_id_idx" ON "puzzles"("kind", "rating", "id");

-- CreateIndex
CREATE INDEX "puzzles_rating_id_idx" ON "puzzles"("rating", "id");

-- CreateIndex
CREATE UNIQUE INDEX "puzzles_game_id_version_key" ON "puzzles"("game_id", "version");

-- CreateIndex
CREATE INDEX "puzzle_answers_player_id_puzzle_id_idx" ON "puzzle_answers"("player_id", "puzzle_id");

-- CreateIndex
CREATE INDEX "puzzle_answers_account_id_idx" ON "puzzle_answers"("account_id");

-- CreateIndex
CREATE INDEX "puzzle_answers_expires_at_idx" ON "puzzle_answers"("expires_at");

-- CreateIndex
CREATE INDEX "game_analyses_sought_done_at_idx" ON "game_analyses"("sought", "done_at");

-- AddForeignKey
ALTER TABLE "puzzle_candidates" ADD CONSTRAINT "puzzle_candidates_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "game_analyses"("game_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "puzzles" ADD CONSTRAINT "puzzles_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "games"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "puzzle_answers" ADD CONSTRAINT "puzzle_answers_puzzle_id_fkey" FOREIGN KEY ("puzzle_id") REFERENCES "puzzles"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "puzzle_answers" ADD CONSTRAINT "puzzle_answers_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("player_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "puzzle_ratings" ADD CONSTRAINT "puzzle_ratings_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "accounts"("player_id") ON DELETE CASCADE ON UPDATE CASCADE;
