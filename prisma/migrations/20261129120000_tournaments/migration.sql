-- CreateTable
CREATE TABLE "tournaments" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "host_id" TEXT NOT NULL,
    "host_name" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "clock" TEXT NOT NULL,
    "rated" BOOLEAN NOT NULL,
    "best" SMALLINT NOT NULL,
    "rounds" SMALLINT,
    "lives" SMALLINT,
    "minutes" INTEGER,
    "shared_deal" BOOLEAN NOT NULL,
    "bots" BOOLEAN NOT NULL,
    "least_rating" DOUBLE PRECISION,
    "most_rating" DOUBLE PRECISION,
    "status" TEXT NOT NULL DEFAULT 'open',
    "round" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "ends_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "tournaments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tournament_players" (
    "tournament_id" TEXT NOT NULL,
    "player_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "bot" BOOLEAN NOT NULL,
    "rating" DOUBLE PRECISION NOT NULL,
    "number" SERIAL NOT NULL,
    "absences" SMALLINT NOT NULL DEFAULT 0,
    "withdrawn" BOOLEAN NOT NULL DEFAULT false,
    "place" SMALLINT,

    CONSTRAINT "tournament_players_pkey" PRIMARY KEY ("tournament_id","player_id")
);

-- CreateTable
CREATE TABLE "tournament_rounds" (
    "tournament_id" TEXT NOT NULL,
    "round" INTEGER NOT NULL,
    "paired_at" TIMESTAMPTZ(3) NOT NULL,
    "seed" TEXT,
    "deal" TEXT,
    "sealed_until" TIMESTAMPTZ(3),

    CONSTRAINT "tournament_rounds_pkey" PRIMARY KEY ("tournament_id","round")
);

-- CreateTable
CREATE TABLE "tournament_pairings" (
    "tournament_id" TEXT NOT NULL,
    "round" INTEGER NOT NULL,
    "board" SMALLINT NOT NULL,
    "first_id" TEXT NOT NULL,
    "second_id" TEXT,
    "match_id" TEXT,
    "replays" SMALLINT NOT NULL DEFAULT 0,
    "opened_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "first_points" SMALLINT,
    "second_points" SMALLINT,
    "absent" SMALLINT[],

    CONSTRAINT "tournament_pairings_pkey" PRIMARY KEY ("tournament_id","round","board")
);

-- CreateIndex
CREATE INDEX "tournaments_status_created_at_id_idx" ON "tournaments"("status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "tournaments_created_at_id_idx" ON "tournaments"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "tournaments_host_id_status_idx" ON "tournaments"("host_id", "status");

-- CreateIndex
CREATE INDEX "tournament_players_player_id_idx" ON "tournament_players"("player_id");

-- CreateIndex
CREATE UNIQUE INDEX "tournament_pairings_match_id_key" ON "tournament_pairings"("match_id");

-- CreateIndex
CREATE INDEX "tournament_pairings_first_points_due_at_idx" ON "tournament_pairings"("first_points", "due_at");

-- AddForeignKey
ALTER TABLE "tournament_players" ADD CONSTRAINT "tournament_players_tournament_id_fkey" FOREIGN KEY ("tournament_id") REFERENCES "tournaments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tournament_rounds" ADD CONSTRAINT "tournament_rounds_tournament_id_fkey" FOREIGN KEY ("tournament_id") REFERENCES "tournaments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tournament_pairings" ADD CONSTRAINT "tournament_pairings_tournament_id_round_fkey" FOREIGN KEY ("tournament_id", "round") REFERENCES "tournament_rounds"("tournament_id", "round") ON DELETE CASCADE ON UPDATE CASCADE;
