-- AlterTable
ALTER TABLE "deliveries" ADD COLUMN     "held_until" TIMESTAMP(3);
