-- CreateTable
CREATE TABLE "statistic_groups" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "pool" TEXT NOT NULL,
    "bots" BOOLEAN NOT NULL,
    "band" INTEGER NOT NULL,
    "games" INTEGER NOT NULL,
    "won" INTEGER NOT NULL,

    CONSTRAINT "statistic_groups_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "statistic_things" (
    "group_id" INTEGER NOT NULL,
    "about" TEXT NOT NULL,
    "item" TEXT NOT NULL,
    "offered" INTEGER NOT NULL,
    "first" INTEGER NOT NULL,
    "taken" INTEGER NOT NULL,
    "built" INTEGER NOT NULL,
    "won" INTEGER NOT NULL,

    CONSTRAINT "statistic_things_pkey" PRIMARY KEY ("group_id","about","item")
);

-- CreateTable
CREATE TABLE "statistic_drafts" (
    "open" TEXT NOT NULL,
    "group_id" INTEGER NOT NULL,
    "taken" TEXT NOT NULL,
    "games" INTEGER NOT NULL,
    "won" INTEGER NOT NULL,

    CONSTRAINT "statistic_drafts_pkey" PRIMARY KEY ("open","group_id","taken")
);

-- CreateTable
CREATE TABLE "counted_games" (
    "game_id" TEXT NOT NULL,
    "group_id" INTEGER NOT NULL,
    "facts" JSON NOT NULL,

    CONSTRAINT "counted_games_pkey" PRIMARY KEY ("game_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "statistic_groups_kind_day_pool_bots_band_key" ON "statistic_groups"("kind", "day", "pool", "bots", "band");

-- AddForeignKey
ALTER TABLE "statistic_things" ADD CONSTRAINT "statistic_things_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "statistic_groups"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "statistic_drafts" ADD CONSTRAINT "statistic_drafts_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "statistic_groups"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "counted_games" ADD CONSTRAINT "counted_games_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "games"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "counted_games" ADD CONSTRAINT "counted_games_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "statistic_groups"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
