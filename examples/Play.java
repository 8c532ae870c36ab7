import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

/**
 * Plays a whole game of 7 Wonders Duel against a bot of a Curia server, over plain HTTP, with Java's standard library alone.
 * It knows no rules: every view of the server lists the legal actions, and it picks one of them.
 *
 * <pre>java examples/Play.java http://localhost:3000 base</pre>
 */
class Play {
    static final HttpClient CLIENT = HttpClient.newHttpClient();
    static final Random RANDOM = new Random();
    static String url;
    static String token;

    public static void main(String[] arguments) throws Exception {
        url = arguments[0];
        token = (String) ask("POST", "/v1/players", "{\"name\":\"Java " + RANDOM.nextInt(10_000) + "\"}").get("token");
        var game = "{\"kind\":\"" + arguments[1] + "\",\"opponent\":{\"bot\":\"novice\"},\"actionId\":\"" + UUID.randomUUID() + "\"}";
        var view = ask("POST", "/v1/matches", game);
        var path = "/v1/matches/" + in(view, "snapshot").get("match");
        while (!in(view, "snapshot").get("status").equals("ended")) {
            var version = view.get("version");
            if (in(view, "snapshot", "board").get("legal") instanceof List<?> legal) {
                var action = "{\"actionId\":\"" + UUID.randomUUID() + "\",\"version\":" + version + ",\"action\":" + pick(legal) + "}";
                ask("POST", path + "/actions", action);
            }
            // Answered when there is a later version.
            view = ask("GET", path + "?after=" + version + "&wait=25", null);
        }
        System.out.println(in(view, "snapshot").get("outcome") + " " + in(view, "snapshot").get("scores"));
    }

    /** Sends a request until it is answered: every command has an id, so that a repetition does nothing. */
    static Map<?, ?> ask(String method, String path, String body) throws InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(url + path)).timeout(Duration.ofSeconds(50));
        request.method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (body != null) request.header("content-type", "application/json");
        if (token != null) request.header("authorization", "Bearer " + token);
        while (true) {
            HttpResponse<String> response;
            try {
                response = CLIENT.send(request.build(), BodyHandlers.ofString());
            } catch (IOException unreachable) { // the server may be restarted
                Thread.sleep(2000);
                continue;
            }
            var status = response.statusCode();
            if (status < 300) return (Map<?, ?>) new Json(response.body()).value();
            if (status != 429 && status != 503) throw new IllegalStateException(response.body());
            // The same request may succeed later.
            Thread.sleep(1000 * Long.parseLong(response.headers().firstValue("retry-after").orElse("1")));
        }
    }

    /** Picks an offer, and a value for each of its fields: as JSON. */
    static String pick(List<?> legal) {
        var fields = new ArrayList<String>();
        for (var entry : ((Map<?, ?>) any(legal)).entrySet()) {
            var value = entry.getValue() instanceof List<?> values ? any(values) : entry.getValue();
            fields.add("\"" + entry.getKey() + "\":" + (value instanceof String ? "\"" + value + "\"" : value));
        }
        return "{" + String.join(",", fields) + "}";
    }

    static Object any(List<?> values) {
        return values.get(RANDOM.nextInt(values.size()));
    }

    /** An object in an object; empty if there is none. */
    static Map<?, ?> in(Map<?, ?> object, String... path) {
        for (var field : path) object = object.get(field) instanceof Map<?, ?> inner ? inner : Map.of();
        return object;
    }

    /** Reads JSON, which the standard library does not. */
    static class Json {
        final String text;
        int at;

        Json(String text) {
            this.text = text;
        }

        /** The next value: a Map, a List, a String, a Number as its text, a Boolean or null. */
        Object value() {
            switch (next()) {
                case '{': {
                    var object = new LinkedHashMap<String, Object>();
                    for (at++; next() != '}'; skip(',')) {
                        var field = string();
                        skip(':');
                        object.put(field, value());
                    }
                    at++;
                    return object;
                }
                case '[': {
                    var list = new ArrayList<Object>();
                    for (at++; next() != ']'; skip(',')) list.add(value());
                    at++;
                    return list;
                }
                case '"':
                    return string();
                default: {
                    var start = at;
                    while (at < text.length() && ",]} \n\r\t".indexOf(text.charAt(at)) < 0) at++;
                    var word = text.substring(start, at);
                    return word.equals("null") ? null : word.equals("true") || word.equals("false") ? Boolean.valueOf(word) : new Literal(word);
                }
            }
        }

        String string() {
            var read = new StringBuilder();
            next();
            for (at++; text.charAt(at) != '"'; at++) {
                if (text.charAt(at) != '\\') {
                    read.append(text.charAt(at));
                    continue;
                }
                var escaped = text.charAt(++at);
                if (escaped == 'u') {
                    read.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
                    at += 4;
                } else {
                    var plain = "bfnrt".indexOf(escaped);
                    read.append(plain < 0 ? escaped : "\b\f\n\r\t".charAt(plain));
                }
            }
            at++;
            return read.toString();
        }

        char next() {
            while (Character.isWhitespace(text.charAt(at))) at++;
            return text.charAt(at);
        }

        void skip(char mark) {
            if (next() == mark) at++;
        }
    }

    /** A number, as it was written. */
    record Literal(String text) {
        @Override
        public String toString() {
            return text;
        }
    }
}
