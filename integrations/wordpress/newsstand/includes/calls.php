<?php
// Passes the browser's calls on to the API, for sites whose web server cannot: /api/…, /oauth/… and /logout on this
// site's own address.

declare(strict_types=1);

namespace Newsstand;

defined('ABSPATH') || exit;

/** As much as the API takes. */
const MAX_BODY = 256 * 1024;

/**
 * What concerns a connection alone, is written anew, or was undone on the way here (RFC 9110, 7.6.1); and the password
 * of a site that is guarded as a whole.
 */
const OWN_HEADERS = [
    'accept-encoding', 'authorization', 'connection', 'content-encoding', 'content-length', 'cookie', 'expect', 'forwarded', 'host', 'keep-alive', 'proxy-authenticate',
    'proxy-authorization', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'x-forwarded-for', 'x-forwarded-host',
    'x-forwarded-proto', 'x-real-ip',
];

/** A header by which a call is known that this plugin has passed on already, as PHP writes it. */
const PASSED_ON = 'X_NEWSSTAND_PASSED_ON';
const PASSES_TO_ITSELF = 'This site passes calls on to itself.';

function passed_on_header(): string
{
    return strtolower(strtr(PASSED_ON, '_', '-'));
}

function is_call(string $target): bool
{
    // Behind the API's address `@other.example/api/` would name another host.
    if (!str_starts_with($target, '/')) return false;
    $path = (string) parse_url("http://host$target", PHP_URL_PATH);
    $decoded = rawurldecode($path);
    // What leaves these folders once somebody behind us decodes it was never asked for there.
    if (in_array('..', preg_split('~[/\\\\]~', $decoded) ?: [], true)) return false;
    return preg_match('~^/(?:api|oauth)/~', $path) === 1 && $decoded !== '/api/metrics' || $path === '/logout';
}

// Before anything else of WordPress's runs, and before it puts slashes into what was sent.
add_action('plugins_loaded', function (): void {
    $target = (string) ($_SERVER['REQUEST_URI'] ?? '/');
    if (setting('calls') !== 'plugin' || setting('api') === '' || !is_call($target)) return;
    if (str_starts_with($target, '/logout')) leave_both();
    pass_on($target);
    exit;
}, 0);

function pass_on(string $target): void
{
    // The API's address is this site's own by mistake, however that is written: each call would start the next, until
    // no PHP is left.
    if (isset($_SERVER['HTTP_' . PASSED_ON])) {
        refuse(502, PASSES_TO_ITSELF);
        return;
    }
    $body = (string) file_get_contents('php://input', length: MAX_BODY + 1);
    if (strlen($body) > MAX_BODY) {
        refuse(413, 'The request is too large.');
        return;
    }
    $answer = wp_remote_request(setting('api') . $target, [
        'method' => $_SERVER['REQUEST_METHOD'] ?? 'GET',
        'headers' => headers_for_api(),
        'body' => $body,
        'timeout' => 50,
        'redirection' => 0,
    ]);
    if (is_wp_error($answer)) {
        refuse(502, 'The shop cannot be reached at the moment. Please try again in a minute.');
        return;
    }
    status_header((int) wp_remote_retrieve_response_code($answer));
    header_remove('X-Powered-By');
    foreach (wp_remote_retrieve_headers($answer) as $name => $values) {
        if (in_array(strtolower((string) $name), OWN_HEADERS, true)) continue;
        foreach ((array) $values as $value) header("$name: $value", false);
    }
    echo wp_remote_retrieve_body($answer);
}

function headers_for_api(): array
{
    $headers = [];
    foreach ($_SERVER as $name => $value) {
        if (!is_string($value) || !str_starts_with((string) $name, 'HTTP_')) continue;
        $header = strtolower(str_replace('_', '-', substr((string) $name, 5)));
        if (!in_array($header, OWN_HEADERS, true)) $headers[$header] = $value;
    }
    if (isset($_SERVER['CONTENT_TYPE'])) $headers['content-type'] = (string) $_SERVER['CONTENT_TYPE'];
    $headers['cookie'] = cookies_for_api();
    $headers['x-forwarded-for'] = (string) ($_SERVER['REMOTE_ADDR'] ?? '');
    $headers['x-forwarded-proto'] = is_ssl() ? 'https' : 'http';
    $headers[passed_on_header()] = '1';
    $headers['x-forwarded-host'] = (string) ($_SERVER['HTTP_HOST'] ?? '');
    return array_filter($headers, fn(string $value): bool => $value !== '');
}

/** All cookies but those by which somebody is logged in to WordPress. */
function cookies_for_api(): string
{
    $cookies = explode('; ', (string) ($_SERVER['HTTP_COOKIE'] ?? ''));
    return implode('; ', array_filter($cookies, fn(string $one): bool => preg_match('/^(?:wordpress|wp-|PHPSESSID)/i', $one) !== 1));
}

function refuse(int $status, string $words): void
{
    status_header($status);
    header('Content-Type: application/json');
    header('Cache-Control: no-store');
    echo wp_json_encode(['errors' => $words]);
}
