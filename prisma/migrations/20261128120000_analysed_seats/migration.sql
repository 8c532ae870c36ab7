-- AlterTable
ALTER TABLE "game_analyses" ADD COLUMN     "counted" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "unasked" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "analysed_seats" (
    "game_id" TEXT NOT NULL,
    "seat" SMALLINT NOT NULL,
    "player_id" TEXT NOT NULL,
    "ended_at" TIMESTAMP(3) NOT NULL,
    "decisions" INTEGER NOT NULL,
    "cost" INTEGER NOT NULL,
    "expected" INTEGER NOT NULL,

    CONSTRAINT "analysed_seats_pkey" PRIMARY KEY ("game_id","seat")
);

-- CreateIndex
CREATE INDEX "analysed_seats_player_id_ended_at_game_id_idx" ON "analysed_seats"("player_id", "ended_at" DESC, "game_id" DESC);

-- CreateIndex
CREATE INDEX "game_analyses_unasked_asked_at_idx" ON "game_analyses"("unasked", "asked_at");

-- CreateIndex
CREATE INDEX "game_analyses_counted_done_at_idx" ON "game_analyses"("counted", "done_at");

-- AddForeignKey
ALTER TABLE "analysed_seats" ADD CONSTRAINT "analysed_seats_game_id_seat_fkey" FOREIGN KEY ("game_id", "seat") REFERENCES "game_seats"("game_id", "seat") ON DELETE CASCADE ON UPDATE CASCADE;
