-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "via" TEXT NOT NULL DEFAULT 'password';

-- The sessions of bots are those of their personal tokens.
UPDATE "sessions" SET "via" = 'token' FROM "accounts"
WHERE "accounts"."player_id" = "sessions"."player_id" AND "accounts"."owner_id" IS NOT NULL;

-- CreateTable
CREATE TABLE "recovery_codes" (
    "player_id" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("player_id","hash")
);

-- CreateTable
CREATE TABLE "resets" (
    "player_id" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "expires_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "resets_pkey" PRIMARY KEY ("player_id")
);

-- CreateTable
CREATE TABLE "passkeys" (
    "id" TEXT NOT NULL,
    "player_id" TEXT NOT NULL,
    "credential" TEXT NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "label" TEXT NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,
    "last_used_at" TIMESTAMP(3),

    CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "used_challenges" (
    "id" TEXT NOT NULL,
    "expires_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "used_challenges_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "resets_hash_key" ON "resets"("hash");

-- CreateIndex
CREATE INDEX "resets_expires_at_idx" ON "resets"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "passkeys_credential_key" ON "passkeys"("credential");

-- CreateIndex
CREATE INDEX "passkeys_player_id_created_at_idx" ON "passkeys"("player_id", "created_at");

-- CreateIndex
CREATE INDEX "used_challenges_expires_at_idx" ON "used_challenges"("expires_at");

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "accounts"("player_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "resets" ADD CONSTRAINT "resets_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "accounts"("player_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "accounts"("player_id") ON DELETE CASCADE ON UPDATE CASCADE;
