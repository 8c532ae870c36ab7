-- CreateTable
CREATE TABLE "daily_deals" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "date" DATE NOT NULL,
    "options" JSONB NOT NULL,
    "rules" TEXT NOT NULL,
    "seed" TEXT NOT NULL,
    "seed_hash" TEXT NOT NULL,
    "begins_at" TIMESTAMPTZ(3) NOT NULL,
    "opens_at" TIMESTAMPTZ(3) NOT NULL,
    "level" TEXT NOT NULL,
    "network" TEXT NOT NULL,

    CONSTRAINT "daily_deals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deal_tries" (
    "deal_id" TEXT NOT NULL,
    "player_id" TEXT NOT NULL,
    "match_id" TEXT NOT NULL,

    CONSTRAINT "deal_tries_pkey" PRIMARY KEY ("deal_id","player_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "daily_deals_kind_date_key" ON "daily_deals"("kind", "date");

-- CreateIndex
CREATE INDEX "daily_deals_opens_at_idx" ON "daily_deals"("opens_at");

-- CreateIndex
CREATE INDEX "deal_tries_player_id_idx" ON "deal_tries"("player_id");

-- AddForeignKey
ALTER TABLE "deal_tries" ADD CONSTRAINT "deal_tries_deal_id_fkey" FOREIGN KEY ("deal_id") REFERENCES "daily_deals"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deal_tries" ADD CONSTRAINT "deal_tries_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "accounts"("player_id") ON DELETE CASCADE ON UPDATE CASCADE;
