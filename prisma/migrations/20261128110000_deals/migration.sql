-- AlterTable
ALTER TABLE "games" ADD COLUMN     "deal" TEXT;

-- CreateIndex
CREATE INDEX "games_deal_listed_ended_at_id_idx" ON "games"("deal", "listed", "ended_at" DESC, "id" DESC);
