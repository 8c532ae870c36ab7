-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "owner_id" TEXT,
ALTER COLUMN "password_hash" DROP NOT NULL;

-- CreateIndex
CREATE INDEX "accounts_owner_id_created_at_idx" ON "accounts"("owner_id", "created_at");

-- AddForeignKey
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "accounts"("player_id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- An account has either a password or an owner.
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_password_or_owner" CHECK (("password_hash" IS NULL) <> ("owner_id" IS NULL));
