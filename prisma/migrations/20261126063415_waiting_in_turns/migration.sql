-- AlterTable
ALTER TABLE "deliveries" DROP COLUMN "held_until",
ADD COLUMN     "turn" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "game_analyses" ADD COLUMN     "asked_from" TEXT,
ADD COLUMN     "own" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "turn" INTEGER NOT NULL DEFAULT 0;
