-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "moderator" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "reports" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "reporter_id" TEXT NOT NULL,
    "reporter_name" TEXT NOT NULL,
    "player_id" TEXT NOT NULL,
    "player_name" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "match_id" TEXT,
    "room" TEXT,
    "line_number" INTEGER,
    "line_at" TIMESTAMP(3),
    "line_text" TEXT,
    "closed_at" TIMESTAMP(3),

    CONSTRAINT "reports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "measures" (
    "number" SERIAL NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "moderator_id" TEXT,
    "moderator_name" TEXT,
    "type" TEXT NOT NULL,
    "player_id" TEXT,
    "match_id" TEXT,
    "report_id" TEXT,
    "why" TEXT NOT NULL,
    "until" TIMESTAMP(3),
    "name_before" TEXT,
    "name_after" TEXT,

    CONSTRAINT "measures_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "sanctions" (
    "player_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "until" TIMESTAMP(3),
    "why" TEXT NOT NULL,
    "name" TEXT,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "sanctions_pkey" PRIMARY KEY ("player_id","type")
);

-- CreateIndex
CREATE INDEX "reports_at_id_idx" ON "reports"("at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "reports_player_id_at_id_idx" ON "reports"("player_id", "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "reports_reporter_id_at_idx" ON "reports"("reporter_id", "at" DESC);

-- CreateIndex
CREATE INDEX "measures_player_id_number_idx" ON "measures"("player_id", "number" DESC);

-- CreateIndex
CREATE INDEX "sanctions_changed_at_player_id_type_idx" ON "sanctions"("changed_at", "player_id", "type");

-- CreateIndex
CREATE INDEX "sanctions_until_idx" ON "sanctions"("until");
