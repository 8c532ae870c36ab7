-- CreateTable
CREATE TABLE "follows" (
    "player_id" TEXT NOT NULL,
    "followed_id" TEXT NOT NULL,
    "since" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "follows_pkey" PRIMARY KEY ("player_id","followed_id")
);

-- CreateIndex
CREATE INDEX "follows_followed_id_idx" ON "follows"("followed_id");

-- The order of bytes, which finds beginnings.
CREATE INDEX "accounts_name_beginning" ON "accounts"("name_key" COLLATE "C");

-- AddForeignKey
ALTER TABLE "follows" ADD CONSTRAINT "follows_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "accounts"("player_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "follows" ADD CONSTRAINT "follows_followed_id_fkey" FOREIGN KEY ("followed_id") REFERENCES "accounts"("player_id") ON DELETE CASCADE ON UPDATE CASCADE;
