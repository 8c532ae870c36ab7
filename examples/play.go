// Plays a whole game of 7 Wonders Duel against a bot of a Curia server, over plain HTTP, with Go's standard library alone.
//
//	go run examples/play.go http://localhost:3000 agora
//
// It knows no rules: every view of the server lists the legal actions, and it picks one of them.
package main

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"os"
	"strconv"
	"time"
)

// A view of the match. The fields that are not named here are ignored.
type view struct {
	Version  int
	Snapshot struct {
		Match, Status string
		Board         struct{ Legal []map[string]json.RawMessage }
		Outcome       json.RawMessage
		Scores        json.RawMessage
	}
}

var url, token = os.Args[1], ""

// The server answers a waiting request after 25 seconds at the latest.
var client = http.Client{Timeout: 50 * time.Second}

// Sends a request until it is answered: every command has an id, so that a repetition does nothing.
func ask(method, path string, body any, answer any) {
	content, err := json.Marshal(body)
	check(err)
	for {
		request, err := http.NewRequest(method, url+path, bytes.NewReader(content))
		check(err)
		if body != nil {
			request.Header.Set("Content-Type", "application/json")
		}
		if token != "" {
			request.Header.Set("Authorization", "Bearer "+token)
		}
		response, err := client.Do(request)
		if err != nil {
			time.Sleep(2 * time.Second) // the server cannot be reached: it may be restarted
			continue
		}
		wait, _ := strconv.Atoi(response.Header.Get("Retry-After"))
		switch {
		case response.StatusCode < 300:
			check(json.NewDecoder(response.Body).Decode(answer))
			response.Body.Close()
			return
		case response.StatusCode == 429 || response.StatusCode == 503: // the same request may succeed later
			response.Body.Close()
			time.Sleep(time.Duration(wait+1) * time.Second)
		default:
			panic(fmt.Sprint(method, " ", path, " was refused: ", response.Status))
		}
	}
}

func main() {
	var guest struct{ Token string }
	ask("POST", "/v1/players", map[string]any{"name": fmt.Sprint("Go ", below(10_000))}, &guest)
	token = guest.Token

	var now view
	game := map[string]any{"kind": os.Args[2], "opponent": map[string]any{"bot": "novice"}, "actionId": newID()}
	ask("POST", "/v1/matches", game, &now)
	path := "/v1/matches/" + now.Snapshot.Match
	for now.Snapshot.Status != "ended" {
		if legal := now.Snapshot.Board.Legal; len(legal) > 0 {
			action := map[string]any{"actionId": newID(), "version": now.Version, "action": pick(legal)}
			ask("POST", path+"/actions", action, &struct{}{})
		}
		// Answered when there is a later version.
		after := now.Version
		now = view{}
		ask("GET", fmt.Sprintf("%s?after=%d&wait=25", path, after), nil, &now)
	}
	fmt.Println(string(now.Snapshot.Outcome), string(now.Snapshot.Scores))
}

// Picks an offer, and a value for each of its fields.
func pick(legal []map[string]json.RawMessage) map[string]any {
	action := map[string]any{}
	for field, values := range legal[below(len(legal))] {
		if field == "type" {
			action[field] = values
			continue
		}
		var list []json.RawMessage
		check(json.Unmarshal(values, &list))
		action[field] = list[below(len(list))]
	}
	return action
}

func below(most int) int {
	number, err := rand.Int(rand.Reader, big.NewInt(int64(most)))
	check(err)
	return int(number.Int64())
}

func newID() string { return fmt.Sprintf("%016x", below(1<<62)) }

func check(err error) {
	if err != nil {
		panic(err)
	}
}
