-- CreateTable
CREATE TABLE "webhooks" (
    "player_id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "since" TIMESTAMP(3) NOT NULL,
    "failing_since" TIMESTAMP(3),
    "disabled_at" TIMESTAMP(3),
    "disabled_why" TEXT,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("player_id")
);

-- CreateTable
CREATE TABLE "push_subscriptions" (
    "id" TEXT NOT NULL,
    "player_id" TEXT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "p256dh" TEXT NOT NULL,
    "auth" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "since" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "push_subscriptions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deliveries" (
    "id" TEXT NOT NULL,
    "player_id" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "notification" JSONB NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,
    "due_at" TIMESTAMP(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "claimed_until" TIMESTAMP(3),

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "server_keys" (
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "server_keys_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE UNIQUE INDEX "push_subscriptions_endpoint_key" ON "push_subscriptions"("endpoint");

-- CreateIndex
CREATE INDEX "push_subscriptions_player_id_since_idx" ON "push_subscriptions"("player_id", "since" DESC);

-- CreateIndex
CREATE INDEX "deliveries_due_at_idx" ON "deliveries"("due_at");

-- CreateIndex
CREATE INDEX "deliveries_player_id_target_idx" ON "deliveries"("player_id", "target");

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "accounts"("player_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "accounts"("player_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "accounts"("player_id") ON DELETE CASCADE ON UPDATE CASCADE;
