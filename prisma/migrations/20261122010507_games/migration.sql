-- CreateEnum
CREATE TYPE "ended_by" AS ENUM ('military', 'science', 'politics', 'civilian', 'tie', 'resignation');

-- CreateEnum
CREATE TYPE "seat_result" AS ENUM ('won', 'lost', 'shared');

-- CreateTable
CREATE TABLE "players" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "first_game_at" TIMESTAMP(3) NOT NULL,
    "last_game_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "players_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "games" (
    "id" TEXT NOT NULL,
    "options" JSONB NOT NULL,
    "agora" BOOLEAN NOT NULL,
    "rules" TEXT NOT NULL,
    "seed" TEXT NOT NULL,
    "seed_hash" TEXT NOT NULL,
    "ended_by" "ended_by" NOT NULL,
    "winner" SMALLINT,
    "versions" INTEGER NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,
    "started_at" TIMESTAMP(3) NOT NULL,
    "ended_at" TIMESTAMP(3) NOT NULL,
    "record" JSONB NOT NULL,

    CONSTRAINT "games_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "game_seats" (
    "game_id" TEXT NOT NULL,
    "seat" SMALLINT NOT NULL,
    "player_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "result" "seat_result" NOT NULL,
    "blue" INTEGER NOT NULL,
    "green" INTEGER NOT NULL,
    "yellow" INTEGER NOT NULL,
    "guilds" INTEGER NOT NULL,
    "wonders" INTEGER NOT NULL,
    "progress" INTEGER NOT NULL,
    "coins" INTEGER NOT NULL,
    "military" INTEGER NOT NULL,
    "senate" INTEGER NOT NULL,
    "total" INTEGER NOT NULL,
    "agora" BOOLEAN NOT NULL,
    "ended_by" "ended_by" NOT NULL,
    "ended_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "game_seats_pkey" PRIMARY KEY ("game_id","seat")
);

-- CreateIndex
CREATE INDEX "games_ended_at_id_idx" ON "games"("ended_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "games_ended_by_ended_at_id_idx" ON "games"("ended_by", "ended_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "games_agora_ended_at_id_idx" ON "games"("agora", "ended_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "games_agora_ended_by_ended_at_id_idx" ON "games"("agora", "ended_by", "ended_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "game_seats_player_id_ended_at_game_id_idx" ON "game_seats"("player_id", "ended_at" DESC, "game_id" DESC);

-- CreateIndex
CREATE INDEX "game_seats_player_id_result_idx" ON "game_seats"("player_id", "result");

-- AddForeignKey
ALTER TABLE "game_seats" ADD CONSTRAINT "game_seats_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "games"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "game_seats" ADD CONSTRAINT "game_seats_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
