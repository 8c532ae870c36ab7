-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "network" TEXT;
