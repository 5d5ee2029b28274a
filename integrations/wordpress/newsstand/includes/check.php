<?php
// What the check button asks, and what each answer means.

declare(strict_types=1);

namespace Newsstand;

defined('ABSPATH') || exit;

/** More than two machines' clocks differ that are set by the network. */
const CLOCKS_APART = 30;

/** What was found: each a sentence, and whether it is well. */
function check(): array
{
    return [...check_api(), ...check_loader(), ...check_calls(), ...check_secret(), ...check_site(), ...check_paths()];
}

function well(string $words): array
{
    return ['ok' => true, 'words' => $words];
}

function wrong(string $words): array
{
    return ['ok' => false, 'words' => $words];
}

function check_api(): array
{
    $api = setting('api');
    if ($api === '') return [wrong('The address of the API is not set.')];
    $answer = wp_remote_get("$api/api/health/ready", ['timeout' => 5, 'redirection' => 0]);
    if (is_wp_error($answer)) return [wrong("This server does not reach the API at $api: {$answer->get_error_message()}.")];
    $status = wp_remote_retrieve_response_code($answer);
    if ($status !== 200) return [wrong("At $api something answers with $status: it is not the API, or it is not ready.")];
    $found = [well("The API at $api is ready.")];
    $date = strtotime((string) wp_remote_retrieve_header($answer, 'date'));
    $apart = $date === false ? 0 : abs(time() - $date);
    if ($apart > CLOCKS_APART) $found[] = wrong("This server's clock and the API's are $apart seconds apart: what the API signs seems too old, or not yet made.");
    return $found;
}

function check_loader(): array
{
    $loader = loader_url();
    if ($loader === '') return [wrong('The address of the loader is not set: no page has widgets.')];
    $answer = wp_remote_get($loader, ['timeout' => 5]);
    if (is_wp_error($answer)) return [wrong("This server does not reach the loader at $loader: {$answer->get_error_message()}.")];
    $status = wp_remote_retrieve_response_code($answer);
    $type = (string) wp_remote_retrieve_header($answer, 'content-type');
    if ($status !== 200 || !str_contains($type, 'javascript')) return [wrong("At $loader there is no script, but $status ($type).")];
    if (is_ssl() && !str_starts_with($loader, 'https:')) return [wrong('Browsers do not load a script by http on a site with https.')];
    return [well("The loader at $loader is a script.")];
}

/** Of the calls to this site's own address the browser finds out (settings-page.php): this server may not reach itself. */
function check_calls(): array
{
    if (setting('calls') !== 'browser' || setting('api') === '') return [];
    $here = origin_of(home_url());
    // Asked as a browser asks before it sends a change.
    $answer = wp_remote_request(setting('api') . '/api/cart', [
        'method' => 'OPTIONS',
        'headers' => ['Origin' => $here, 'Access-Control-Request-Method' => 'POST', 'Access-Control-Request-Headers' => 'content-type'],
        'timeout' => 5,
    ]);
    if (is_wp_error($answer)) return [];
    if (wp_remote_retrieve_header($answer, 'access-control-allow-origin') === $here) return [well("Pages of $here may call the API.")];
    return [wrong("The API does not let pages of $here call it: set ALLOWED_ORIGINS=$here there.")];
}

function check_secret(): array
{
    if (setting('secret') === '') {
        return [well('No secret is set: posts for subscribers are decided by asking the API with the reader’s cookie, which needs none.')];
    }
    $answer = ask_api('/api/access/entitlement?path=/');
    if ($answer === null || wp_remote_retrieve_response_code($answer) !== 200) return [wrong('The API does not say who may read.')];
    $token = json_decode(wp_remote_retrieve_body($answer), true)['token'] ?? '';
    $said = claims_of($token);
    if ($said === null) return [wrong('The secret is not the API’s ENTITLEMENT_SECRET: what the API signs does not hold with it.')];
    $found = [];
    if ($said['iss'] !== signed_by()) $found[] = wrong("The API signs as {$said['iss']}, and not as " . signed_by() . ': set “Signed by” to that.');
    if ($said['aud'] !== setting('publication')) $found[] = wrong("The API signs for the publication “{$said['aud']}”: set that one here.");
    if ($said['exp'] <= time()) $found[] = wrong('What the API has just signed is too old here: one of the clocks is wrong.');
    return $found === [] ? [well('The secret is the API’s, and so are address and publication.')] : $found;
}

/** What a token says, where it is signed with our secret; null where it is not. HS256 alone, whatever the token says of itself. */
function claims_of(string $token): ?array
{
    [$head, $body, $signature] = array_pad(explode('.', $token, 3), 3, '');
    $expected = hash_hmac('sha256', "$head.$body", setting('secret'), true);
    $given = base64_decode(strtr($signature, '-_', '+/'), true);
    if (!is_string($given) || !hash_equals($expected, $given)) return null;
    $said = json_decode((string) base64_decode(strtr($body, '-_', '+/'), true), true);
    return is_array($said) ? $said + ['iss' => '', 'aud' => '', 'exp' => 0, 'path' => ''] : null;
}

function check_site(): array
{
    $found = [];
    if ((string) get_option('permalink_structure') === '') {
        $found[] = wrong('Permalinks are “plain”: the shop’s addresses, such as /store/checkout, need another structure (Settings, Permalinks).');
    }
    if (trim((string) wp_parse_url(home_url(), PHP_URL_PATH), '/') !== '') {
        $found[] = wrong('This WordPress is in a folder of its host: the shop’s links begin at the host’s root.');
    }
    if (setting('users') === 'linked' && setting('calls') === 'browser') {
        $found[] = wrong('Readers are to be users of this site, and it does not see who they are: calls go to the API’s own address.');
    }
    $missing = array_diff(array_keys(PAGES), array_keys(page_ids()));
    $found[] = $missing === [] ? well('All pages of the shop are there.') : wrong('There is no page at /' . implode(', /', $missing) . '.');
    return $found;
}
