<?php
// What the publisher sets, and how it reaches the rest.

declare(strict_types=1);

namespace Newsstand;

defined('ABSPATH') || exit;

/**
 * Name of each setting => what it is until it is set. `wp-config.php` may fix one: `define('NEWSSTAND_SECRET', '…');`
 */
const SETTINGS = [
    'loader' => '',
    'api' => '',
    'calls' => 'plugin',
    'users' => 'no',
    'publication' => 'main',
    'signed_by' => '',
    'secret' => '',
];

/**
 * Who answers the browser's calls to the API: this site through the plugin, this site through its web server, or the
 * API itself.
 */
const CALLS = ['plugin', 'server', 'browser'];

function setting(string $name): string
{
    $constant = 'NEWSSTAND_' . strtoupper($name);
    if (defined($constant)) return (string) constant($constant);
    $kept = tried_settings() ?? get_option('newsstand');
    return (string) ((is_array($kept) ? $kept : [])[$name] ?? SETTINGS[$name]);
}

/**
 * Settings that are typed and not yet kept, while the check tries them: from the moment they are given until this
 * answer ends.
 */
function tried_settings(?array $given = null): ?array
{
    static $tried = null;
    return $tried = $given ?? $tried;
}

function is_fixed(string $name): bool
{
    return defined('NEWSSTAND_' . strtoupper($name));
}

/**
 * What a form of settings may say, made into what is kept: where something is no address, what was kept before, lest a
 * slip takes the shop off the site.
 */
function clean_settings(mixed $given): array
{
    $given = is_array($given) ? $given : [];
    $text = fn(string $name): string => trim(sanitize_text_field((string) ($given[$name] ?? '')));
    $none = no_addresses($given);
    $address = fn(string $name): string => isset($none[$name]) ? setting($name) : rtrim(esc_url_raw(trim((string) ($given[$name] ?? '')), ['http', 'https']), '/');
    return [
        'loader' => $address('loader'),
        'api' => $address('api'),
        'calls' => in_array($text('calls'), CALLS, true) ? $text('calls') : SETTINGS['calls'],
        'users' => $text('users') === 'linked' ? 'linked' : 'no',
        'publication' => $text('publication') ?: SETTINGS['publication'],
        'signed_by' => $address('signed_by'),
        // A field that is left empty keeps the secret, since the page never shows it; taking it away is said by a box
        // of its own.
        'secret' => isset($given['no_secret']) ? '' : (trim((string) ($given['secret'] ?? '')) ?: setting('secret')),
    ];
}

/**
 * What was typed for an address and is none, such as a whole tag, or nothing where the shop needs one: name => as it
 * was typed.
 */
function no_addresses(mixed $given): array
{
    $given = is_array($given) ? $given : [];
    $typed = array_map(fn($name) => trim((string) ($given[$name] ?? '')), ['loader' => 'loader', 'api' => 'api', 'signed_by' => 'signed_by']);
    $is_refused = fn(string $text, string $name): bool => $text === '' ? $name !== 'signed_by' && !is_fixed($name) && setting($name) !== '' : !is_address($text) || has_tail($name, $text);
    return array_filter($typed, $is_refused, ARRAY_FILTER_USE_BOTH);
}

/** Whether a query or a `#` would stand before what is written behind this address; a script's may have a query. */
function has_tail(string $name, string $address): bool
{
    return str_contains($address, '#') || (str_contains($address, '?') && !($name === 'loader' && is_script($address)));
}

function is_script(string $address): bool
{
    return str_ends_with(strtolower((string) wp_parse_url($address, PHP_URL_PATH)), '.js');
}

function is_address(string $text): bool
{
    return preg_match('~^https?://(?!https?:)[^\s<>"]+$~i', $text) === 1 && (wp_parse_url($text)['host'] ?? '') !== '' && esc_url_raw($text, ['http', 'https']) !== '';
}

/** The address under which the API signs (its API_URL): this site, unless it was told otherwise. */
function signed_by(): string
{
    return setting('signed_by') ?: origin_of(home_url());
}

function origin_of(string $url): string
{
    $parts = wp_parse_url($url);
    $port = isset($parts['port']) ? ':' . $parts['port'] : '';
    return ($parts['scheme'] ?? 'https') . '://' . ($parts['host'] ?? '') . $port;
}

/** Whether an address is on this site: what is asked there this server answers itself, or its web server does. */
function is_own_address(string $url): bool
{
    return origin_of($url) === origin_of(home_url());
}

/** The file that the pages load; a setting that is an origin alone means the `loader.js` there. */
function loader_url(): string
{
    $loader = setting('loader');
    return $loader === '' || is_script($loader) ? $loader : "$loader/loader.js";
}
