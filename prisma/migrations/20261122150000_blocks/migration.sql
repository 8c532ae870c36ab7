-- CreateTable
CREATE TABLE "blocks" (
    "player_id" TEXT NOT NULL,
    "blocked_id" TEXT NOT NULL,
    "since" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "blocks_pkey" PRIMARY KEY ("player_id","blocked_id")
);

-- AddForeignKey
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "accounts"("player_id") ON DELETE CASCADE ON UPDATE CASCADE;
