-- AlterTable
ALTER TABLE "games" ADD COLUMN     "deal" TEXT;

-- CreateIndex
CREATE INDEX "games_deal_ended_at_id_idx" ON "games"("deal", "ended_at" DESC, "id" DESC);
