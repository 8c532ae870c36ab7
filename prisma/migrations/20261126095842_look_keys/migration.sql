-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "capitals_key" TEXT,
ADD COLUMN     "look_key" TEXT;

-- Both indexes are of bots and moderators alone: of other accounts, thousands may have names that look alike.

-- CreateIndex
CREATE INDEX "accounts_look_key_idx" ON "accounts"("look_key") WHERE "moderator" OR "owner_id" IS NOT NULL;

-- CreateIndex
CREATE INDEX "accounts_capitals_key_idx" ON "accounts"("capitals_key") WHERE "moderator" OR "owner_id" IS NOT NULL;
