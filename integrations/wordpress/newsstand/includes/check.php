<?php
// What the check button asks, and what each answer means.

declare(strict_types=1);

namespace Newsstand;

defined('ABSPATH') || exit;

/** More than two machines' clocks differ that are set by the network. */
const CLOCKS_APART = 30;

/** What was found: each a sentence, and whether it is well; null: that is the publisher's to say. */
function check(array $no_addresses = []): array
{
    $is_well = fn(array $found): bool => ($found[0]['ok'] ?? false) === true;
    $api = isset($no_addresses['api']) ? [no_address('api', $no_addresses['api'])] : check_api();
    $loader = isset($no_addresses['loader']) ? [no_address('loader', $no_addresses['loader'])] : check_loader();
    $signer = isset($no_addresses['signed_by']) ? [no_address('signed_by', $no_addresses['signed_by'])] : [];
    // Of what only the API knows nothing is said where it does not answer: that is said once.
    if (!$is_well($api)) return [...$api, ...$loader, ...$signer, ...check_posts(false), ...check_site()];
    return [...$api, ...$loader, ...$signer, ...check_calls(), ...check_letters(), ...check_publication(), ...check_secret(), ...check_lists(), ...check_posts(true), ...check_site(), ...check_paths()];
}

function well(string $words, string|int ...$values): array
{
    return ['ok' => true, 'words' => vsprintf($words, $values)];
}

function wrong(string $words, string|int ...$values): array
{
    return ['ok' => false, 'words' => vsprintf($words, $values)];
}

/** Not as it might be, and yet as the publisher may want it. */
function warned(string $words, string|int ...$values): array
{
    return ['ok' => null, 'words' => vsprintf($words, $values)];
}

/** Of what was typed for an address (settings.php) and is none. */
function no_address(string $name, string $typed): array
{
    $label = fields()[$name][0];
    if ($typed === '') return wrong(__('“%s” is empty: the shop needs it.', 'newsstand'), $label);
    if (is_address($typed)) return wrong(__('“%1$s” is no address for “%2$s”: leave out what begins with ? or #.', 'newsstand'), $typed, $label);
    return wrong(__('“%1$s” is no address for “%2$s”: it begins with https:// or http://, and has no spaces.', 'newsstand'), $typed, $label);
}

function check_api(): array
{
    $api = setting('api');
    if ($api === '') return [wrong(__('The address of the API is not set.', 'newsstand'))];
    if (setting('calls') === 'plugin' && origin_of($api) === origin_of(home_url())) {
        return [is_itself($api)];
    }
    $answer = ask_ready($api);
    // Where nothing answers, nothing else is there either, and each question is waited for.
    if (is_wp_error($answer)) return [no_api($api, $answer)];
    if (str_contains(wp_remote_retrieve_body($answer), PASSES_TO_ITSELF)) return [is_itself($api)];
    if (!is_ready($answer)) return [mistaken_api($api) ?? no_api($api, $answer)];
    $found = [well(__('The API at %s is ready.', 'newsstand'), $api)];
    $date = strtotime((string) wp_remote_retrieve_header($answer, 'date'));
    $apart = $date === false ? 0 : abs(time() - $date);
    if ($apart > CLOCKS_APART) $found[] = wrong(__('This server’s clock and the API’s are %s seconds apart: what the API signs seems too old, or not yet made.', 'newsstand'), $apart);
    return $found;
}

/**
 * As a call that this plugin has passed on already: where the address is another name of this site's, the settings that
 * are kept would answer well.
 */
function ask_ready(string $api): array|\WP_Error
{
    return wp_remote_get("$api/api/health/ready", ['timeout' => 5, 'redirection' => 0, 'headers' => [passed_on_header() => '1']]);
}

function is_itself(string $api): array
{
    return wrong(__('%s is this site itself, which would ask itself for ever: type the address at which this server reaches the API.', 'newsstand'), $api);
}

/** Something else may answer any address with a page. */
function is_ready(array|\WP_Error $answer): bool
{
    if (is_wp_error($answer) || wp_remote_retrieve_response_code($answer) !== 200) return false;
    return (json_decode(wp_remote_retrieve_body($answer), true)['ready'] ?? null) === true;
}

function no_api(string $api, array|\WP_Error $answer): array
{
    if (is_wp_error($answer) && is_own_address($api)) {
        return wrong(__('At its own address %1$s this server does not reach the API: %2$s. It may answer one request at a time, and this one waits: type the address at which it reaches the API itself.', 'newsstand'), $api, $answer->get_error_message());
    }
    if (is_wp_error($answer)) return wrong(__('This server does not reach the API at %1$s: %2$s.', 'newsstand'), $api, $answer->get_error_message());
    return wrong(__('At %1$s something answers with %2$s: it is not the API, or it is not ready.', 'newsstand'), $api, wp_remote_retrieve_response_code($answer));
}

/**
 * What was probably meant, where there is an API after all: its address without what was typed behind it, or the one in
 * the loader's field.
 */
function mistaken_api(string $api): ?array
{
    $origin = origin_of($api);
    if ($origin !== $api && str_starts_with($api, $origin) && is_ready(ask_ready($origin))) {
        return wrong(__('The API is at %1$s: leave “%2$s” out, which is written behind it by itself.', 'newsstand'), $origin, substr($api, strlen($origin)));
    }
    $other = setting('loader') === '' ? '' : origin_of(setting('loader'));
    if ($other !== '' && !is_own_address($other) && is_loader(wp_remote_get("$api/loader.js", ['timeout' => 5])) && is_ready(ask_ready($other))) {
        return wrong(__('At %1$s there is not the API, which is at %2$s: the addresses of API and loader seem to be exchanged.', 'newsstand'), $api, $other);
    }
    return null;
}

/**
 * A file with this in it writes into a page what only the loader does; it may have another name, and others' scripts in
 * it.
 */
const OF_THE_LOADER = 'data-newsstand-reader';

function is_loader(array|\WP_Error $answer): bool
{
    if (is_wp_error($answer) || wp_remote_retrieve_response_code($answer) !== 200) return false;
    return str_contains((string) wp_remote_retrieve_header($answer, 'content-type'), 'javascript') && str_contains(wp_remote_retrieve_body($answer), OF_THE_LOADER);
}

/**
 * At this site's own address the browser looks for it (settings-page.php): a server that answers one request at a time
 * would wait for itself.
 */
function check_loader(): array
{
    $loader = loader_url();
    if ($loader === '') return [wrong(__('The address of the loader is not set: no page has widgets.', 'newsstand'))];
    if (str_starts_with(home_url(), 'https:') && !str_starts_with($loader, 'https:')) return [wrong(__('Browsers do not load a script by http on a site with https.', 'newsstand'))];
    if (is_own_address($loader)) return [];
    $answer = wp_remote_get($loader, ['timeout' => 5]);
    // Readers' browsers may reach it all the same, and one tries that (settings-page.php).
    if (is_wp_error($answer)) return [warned(__('This server does not reach the loader at %1$s (%2$s), and cannot say what is there.', 'newsstand'), $loader, $answer->get_error_message())];
    $status = wp_remote_retrieve_response_code($answer);
    $type = (string) wp_remote_retrieve_header($answer, 'content-type');
    if (is_loader($answer)) return [well(__('The loader is at %s.', 'newsstand'), $loader)];
    $meant = origin_of($loader) . '/loader.js';
    if ($meant !== $loader && is_loader(wp_remote_get($meant, ['timeout' => 5]))) {
        return [wrong(__('At %1$s there is not the loader, which is at %2$s: type %3$s.', 'newsstand'), $loader, $meant, origin_of($loader))];
    }
    if ($status === 200 && str_contains($type, 'javascript')) return [wrong(__('The script at %s is another one, and not the loader.', 'newsstand'), $loader)];
    return [wrong(__('At %1$s there is no script, but %2$s (%3$s).', 'newsstand'), $loader, $status, $type)];
}

/**
 * Of the calls to this site's own address the browser finds out (settings-page.php): this server may not reach itself.
 */
function check_calls(): array
{
    if (setting('calls') !== 'browser' || setting('api') === '') return [];
    $here = origin_of(home_url());
    if (str_starts_with($here, 'https:') && !str_starts_with(setting('api'), 'https:')) {
        return [wrong(__('Browsers do not call %s from a site with https: the API needs https as well, or this site answers the calls.', 'newsstand'), setting('api'))];
    }
    // Asked as a browser asks before it sends a change.
    $answer = wp_remote_request(setting('api') . '/api/cart', [
        'method' => 'OPTIONS',
        'headers' => ['Origin' => $here, 'Access-Control-Request-Method' => 'POST', 'Access-Control-Request-Headers' => 'content-type'],
        'timeout' => 5,
    ]);
    if (is_wp_error($answer)) return [];
    if (wp_remote_retrieve_header($answer, 'access-control-allow-origin') === $here) return [well(__('Pages of %s may call the API.', 'newsstand'), $here)];
    return [wrong(__('The API does not let pages of %1$s call it: set ALLOWED_ORIGINS=%1$s there.', 'newsstand'), $here)];
}

/**
 * Where the API has readers' pages, it says of each piece of HTML: letters, receipts and redirects lead there as well.
 */
function check_letters(): array
{
    $answer = ask_api('/api/html/products?tag=store');
    if ($answer === null || preg_match('~<([^>]+)>;\s*rel="canonical"~', (string) wp_remote_retrieve_header($answer, 'link'), $found) !== 1) return [];
    $there = origin_of($found[1]);
    $here = origin_of(home_url());
    if ($there === $here) return [well(__('Letters and redirects of the API lead to this site.', 'newsstand'))];
    return [wrong(__('Letters and redirects of the API lead to %1$s, and not to this site: start it with PUBLIC_URL=%2$s.', 'newsstand'), $there, $here)];
}

/**
 * What the API has just signed says which publication it serves: that can be read without the secret. Each address of
 * the API has one publication.
 */
function check_publication(): array
{
    if (setting('api') === '') return [];
    $said = parts_of_token(signed_token());
    if ($said === null) return [wrong(__('The API does not say who may read.', 'newsstand'))];
    if ($said['aud'] === setting('publication')) return [well(__('The API serves the publication “%s”.', 'newsstand'), setting('publication'))];
    return [wrong(
        __('The API signs for the publication “%1$s”, and not for “%2$s”: set that one here, or the address of the API that serves yours.', 'newsstand'),
        (string) $said['aud'],
        setting('publication'),
    )];
}

function check_secret(): array
{
    if (setting('secret') === '' || setting('api') === '') return [];
    $token = signed_token();
    if ($token === '') return [];
    $said = claims_of($token);
    if ($said === null) return [wrong(__('The secret is not the API’s ENTITLEMENT_SECRET: what the API signs does not hold with it.', 'newsstand'))];
    $found = [];
    if ($said['iss'] !== signed_by()) $found[] = wrong(__('The API signs as %1$s, and not as %2$s: set “Signed by” to that.', 'newsstand'), (string) $said['iss'], signed_by());
    if ($said['exp'] <= time()) $found[] = wrong(__('What the API has just signed is too old here: one of the clocks is wrong.', 'newsstand'));
    return $found === [] ? [well(__('The secret is the API’s, and so is the address it signs as.', 'newsstand'))] : $found;
}

/** What is published may sign up for a list that the publication has not: the API leaves it out. */
function check_lists(): array
{
    $answer = ask_api('/api/page/article?widgets=mailing-list.form');
    $lists = $answer === null ? null : json_decode(wp_remote_retrieve_body($answer), true)['lists'] ?? null;
    if (!is_array($lists)) return [];
    global $wpdb;
    $found = [];
    foreach ($wpdb->get_results("SELECT post_title, post_content FROM {$wpdb->posts} WHERE post_status = 'publish' AND post_content LIKE '%list_tag%'") as $post) {
        preg_match_all('~\blist[-_]tag"?\s*[:=]\s*["“”]?([^"“”\]>}]*)~iu', $post->post_content, $tags);
        foreach (array_diff(array_unique(preg_split('/\s+/', strtolower(implode(' ', $tags[1])), -1, PREG_SPLIT_NO_EMPTY) ?: []), $lists) as $tag) {
            $found[] = wrong(__('“%1$s” signs up for the list “%2$s”, which there is not: there are %3$s.', 'newsstand'), $post->post_title, $tag, implode(', ', $lists));
        }
    }
    return $found;
}

/**
 * Posts for subscribers are decided with the reader's cookie, which only comes to this site where it answers the calls.
 */
function check_posts(bool $is_answered): array
{
    if (!$is_answered) return [wrong(__('Posts for subscribers stay closed to everybody until the API answers this server.', 'newsstand'))];
    if (setting('calls') === 'browser') {
        return [warned(__('Posts for subscribers stay closed to everybody: calls go to the API’s own address, and its cookie does not come to this site.', 'newsstand'))];
    }
    return [well(__('Posts for subscribers are decided by asking the API with the reader’s cookie; that needs no secret.', 'newsstand'))];
}

/** What the API signs for who has no session; nothing where it does not say. */
function signed_token(): string
{
    $answer = ask_api('/api/access/entitlement?path=/');
    if ($answer === null || wp_remote_retrieve_response_code($answer) !== 200) return '';
    $said = json_decode(wp_remote_retrieve_body($answer), true);
    return is_string($said['token'] ?? null) ? $said['token'] : '';
}

/**
 * What a token says, where it is signed with our secret; null where it is not. HS256 alone, whatever the token says of
 * itself.
 */
function claims_of(string $token): ?array
{
    [$head, $body, $signature] = array_pad(explode('.', $token, 3), 3, '');
    $expected = hash_hmac('sha256', "$head.$body", setting('secret'), true);
    $given = base64_decode(strtr($signature, '-_', '+/'), true);
    return is_string($given) && hash_equals($expected, $given) ? parts_of_token($token) : null;
}

/** What a token says, whoever signed it. */
function parts_of_token(string $token): ?array
{
    $body = explode('.', $token, 3)[1] ?? '';
    $said = json_decode((string) base64_decode(strtr($body, '-_', '+/'), true), true);
    return is_array($said) ? $said + ['iss' => '', 'aud' => '', 'exp' => 0, 'path' => ''] : null;
}

function check_site(): array
{
    $found = [];
    if ((string) get_option('permalink_structure') === '') {
        $found[] = wrong(__('Permalinks are “plain”: the shop’s addresses, such as /store/checkout, need another structure (Settings, Permalinks).', 'newsstand'));
    }
    if (isset($GLOBALS['wp_rewrite']) && $GLOBALS['wp_rewrite']->using_index_permalinks()) {
        $found[] = wrong(__('Permalinks begin with /index.php: the shop’s addresses, such as /store/checkout, do not. The web server must hand all addresses to WordPress; then choose a structure without it (Settings, Permalinks).', 'newsstand'));
    }
    if (trim((string) wp_parse_url(home_url(), PHP_URL_PATH), '/') !== '') {
        $found[] = wrong(__('This WordPress is in a folder of its host: the shop’s links begin at the host’s root.', 'newsstand'));
    }
    if (setting('users') === 'linked' && setting('calls') === 'browser') {
        $found[] = wrong(__('Readers are to be users of this site, and it does not see who they are: calls go to the API’s own address.', 'newsstand'));
    }
    $missing = array_diff(array_keys(PAGES), array_keys(page_ids()));
    $found[] = $missing === [] ? well(__('All pages of the shop are there.', 'newsstand')) : wrong(__('There is no page at %s.', 'newsstand'), '/' . implode(', /', $missing));
    return $found;
}
