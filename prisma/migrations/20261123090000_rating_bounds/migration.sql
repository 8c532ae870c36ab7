-- Ratings had no bounds. Those that are out of them are brought back; what is not a number becomes what a newcomer has.

UPDATE "ratings" SET
  "rating" = LEAST(6000, GREATEST(-1000, COALESCE(NULLIF("rating", 'NaN'), 1500))),
  "deviation" = LEAST(600, GREATEST(1, COALESCE(NULLIF("deviation", 'NaN'), 350))),
  "volatility" = LEAST(0.999, GREATEST(0.001, COALESCE(NULLIF("volatility", 'NaN'), 0.06))),
  "listed" = "listed" AND "deviation" <= 100
WHERE "rating" NOT BETWEEN -1000 AND 6000
  OR "deviation" NOT BETWEEN 1 AND 600
  OR "volatility" NOT BETWEEN 0.001 AND 0.999;

UPDATE "rating_changes" SET
  "rating_before" = LEAST(6000, GREATEST(-1000, COALESCE(NULLIF("rating_before", 'NaN'), 1500))),
  "deviation_before" = LEAST(600, GREATEST(1, COALESCE(NULLIF("deviation_before", 'NaN'), 350))),
  "volatility_before" = LEAST(0.999, GREATEST(0.001, COALESCE(NULLIF("volatility_before", 'NaN'), 0.06))),
  "rating_after" = LEAST(6000, GREATEST(-1000, COALESCE(NULLIF("rating_after", 'NaN'), 1500))),
  "deviation_after" = LEAST(600, GREATEST(1, COALESCE(NULLIF("deviation_after", 'NaN'), 350))),
  "volatility_after" = LEAST(0.999, GREATEST(0.001, COALESCE(NULLIF("volatility_after", 'NaN'), 0.06)))
WHERE "rating_before" NOT BETWEEN -1000 AND 6000
  OR "deviation_before" NOT BETWEEN 1 AND 600
  OR "volatility_before" NOT BETWEEN 0.001 AND 0.999
  OR "rating_after" NOT BETWEEN -1000 AND 6000
  OR "deviation_after" NOT BETWEEN 1 AND 600
  OR "volatility_after" NOT BETWEEN 0.001 AND 0.999;
