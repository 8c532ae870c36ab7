-- CreateTable
CREATE TABLE "game_analyses" (
    "game_id" TEXT NOT NULL,
    "asked_by" TEXT,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "progress" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "claim" TEXT,
    "claimed_until" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "done_at" TIMESTAMPTZ(3),
    "decisions" JSONB,

    CONSTRAINT "game_analyses_pkey" PRIMARY KEY ("game_id")
);

-- CreateIndex
CREATE INDEX "game_analyses_done_at_asked_at_idx" ON "game_analyses"("done_at", "asked_at");

-- AddForeignKey
ALTER TABLE "game_analyses" ADD CONSTRAINT "game_analyses_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "games"("id") ON DELETE CASCADE ON UPDATE CASCADE;
