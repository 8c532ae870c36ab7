-- AlterTable
ALTER TABLE "game_chat" ADD COLUMN     "phrase" TEXT;
