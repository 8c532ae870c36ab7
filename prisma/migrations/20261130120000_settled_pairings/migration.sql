-- AlterTable
ALTER TABLE "tournament_pairings" ADD COLUMN     "settled_at" TIMESTAMPTZ(3);
