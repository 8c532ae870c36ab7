-- CreateTable
CREATE TABLE "early_ends" (
    "player_id" TEXT NOT NULL,
    "match_id" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "early_ends_pkey" PRIMARY KEY ("player_id","match_id")
);

-- CreateIndex
CREATE INDEX "early_ends_at_idx" ON "early_ends"("at");

-- AddForeignKey
ALTER TABLE "early_ends" ADD CONSTRAINT "early_ends_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "accounts"("player_id") ON DELETE CASCADE ON UPDATE CASCADE;
