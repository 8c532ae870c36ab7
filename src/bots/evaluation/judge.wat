;; What running.ts does for every position, with two sums of the hidden units at a time. Small functions would make it
;; slower: nothing puts them where they are called. `npm run wasm` writes it into judge-wasm.ts.
(module
  (import "network" "memory" (memory 1))
  ;; Bytes of the features of a seat, and of the sums of the hidden units of a side.
  (import "network" "row" (global $row i32))
  (import "network" "side" (global $side i32))
  ;; How many features count; where in a row each of them is (i32, bytes), and its weights (f64) in the same order.
  (import "network" "count" (global $count i32))
  (import "network" "counting" (global $counting i32))
  (import "network" "direct" (global $direct i32))
  (import "network" "hidden" (global $hidden i32))
  ;; The weights of the hidden units, and the sums of both sides (f64).
  (import "network" "output" (global $output i32))
  (import "network" "sums" (global $sums i32))

  ;; The logit of the last position without what the hidden units add.
  (global $logit (mut f64) (f64.const 0))

  ;; Adds what a feature changes to the sums of both sides. Its weights begin at $weights.
  (func $add (param $weights i32) (param $difference v128)
    (local $one v128) (local $other v128) (local $own v128) (local $opposite v128)
    (local $at i32) (local $opposing i32) (local $end i32)
    (local.set $one (f64x2.splat (f64x2.extract_lane 0 (local.get $difference))))
    (local.set $other (f64x2.splat (f64x2.extract_lane 1 (local.get $difference))))
    (local.set $at (global.get $sums))
    (local.set $end (i32.add (global.get $sums) (global.get $side)))
    (loop $units
      (local.set $own (v128.load (local.get $weights)))
      (local.set $opposite (v128.load (i32.add (local.get $weights) (global.get $side))))
      (v128.store (local.get $at) (f64x2.add (v128.load (local.get $at)) (f64x2.add
        (f64x2.mul (local.get $one) (local.get $own))
        (f64x2.mul (local.get $other) (local.get $opposite)))))
      (local.set $opposing (i32.add (local.get $at) (global.get $side)))
      (v128.store (local.get $opposing) (f64x2.add (v128.load (local.get $opposing)) (f64x2.add
        (f64x2.mul (local.get $one) (local.get $opposite))
        (f64x2.mul (local.get $other) (local.get $own)))))
      (local.set $weights (i32.add (local.get $weights) (i32.const 16)))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $units (i32.lt_u (local.get $at) (local.get $end)))))

  ;; What the hidden units add to the logit.
  (func $ofUnits (result f64)
    (local $at i32) (local $end i32) (local $output i32) (local $sum v128) (local $none v128)
    (local.set $at (global.get $sums))
    (local.set $end (i32.add (global.get $sums) (global.get $side)))
    (local.set $output (global.get $output))
    (loop $units
      (local.set $sum (f64x2.add (local.get $sum) (f64x2.mul
        (v128.load (local.get $output))
        (f64x2.sub
          (f64x2.max (v128.load (local.get $at)) (local.get $none))
          (f64x2.max (v128.load (i32.add (local.get $at) (global.get $side))) (local.get $none))))))
      (local.set $output (i32.add (local.get $output) (i32.const 16)))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $units (i32.lt_u (local.get $at) (local.get $end))))
    (f64.add (f64x2.extract_lane 0 (local.get $sum)) (f64x2.extract_lane 1 (local.get $sum))))

  ;; The logit of the features at $next, after those at $before were judged: each is a row of seat 0 and one of seat 1.
  (func (export "judge") (param $next i32) (param $before i32) (result f64)
    (local $each i32) (local $end i32) (local $new i32) (local $old i32) (local $direct i32) (local $weights i32)
    (local $difference v128)
    (local.set $each (global.get $counting))
    (local.set $end (i32.add (global.get $counting) (i32.shl (global.get $count) (i32.const 2))))
    (local.set $direct (global.get $direct))
    (local.set $weights (global.get $hidden))
    (block $done
      (loop $features
        (br_if $done (i32.eq (local.get $each) (local.get $end)))
        (local.set $new (i32.add (local.get $next) (i32.load (local.get $each))))
        (local.set $old (i32.add (local.get $before) (i32.load (local.get $each))))
        ;; How much the feature of seat 0 differs, and that of seat 1.
        (local.set $difference (f64x2.sub
          (v128.load64_lane 1 (i32.add (local.get $new) (global.get $row)) (v128.load64_zero (local.get $new)))
          (v128.load64_lane 1 (i32.add (local.get $old) (global.get $row)) (v128.load64_zero (local.get $old)))))
        (if (v128.any_true (local.get $difference))
          (then
            (global.set $logit (f64.add (global.get $logit) (f64.mul
              (f64.load (local.get $direct))
              (f64.sub
                (f64x2.extract_lane 0 (local.get $difference))
                (f64x2.extract_lane 1 (local.get $difference))))))
            (call $add (local.get $weights) (local.get $difference))))
        (local.set $each (i32.add (local.get $each) (i32.const 4)))
        (local.set $direct (i32.add (local.get $direct) (i32.const 8)))
        (local.set $weights (i32.add (local.get $weights) (i32.shl (global.get $side) (i32.const 1))))
        (br $features)))
    (f64.add (global.get $logit) (call $ofUnits))))
