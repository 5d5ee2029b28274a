<?php
// Where the publication has its pages (`paths` of its publication.json), as its API tells everybody. What is not named
// is at its standard address.

declare(strict_types=1);

namespace Newsstand;

defined('ABSPATH') || exit;

/** How long an answer is good, and how soon the API is asked again that gave none, in seconds. */
const PATHS_FOR = 300;
const PATHS_AGAIN = 60;

/**
 * The standard address of each of our pages; what stands in braces is the one thing that it is about. The API tells of
 * others by these.
 */
const ADDRESSES = [
    'store' => '/store',
    'store/product' => '/store/product/{slug}',
    'store/checkout' => '/store/checkout',
    'issue' => '/issue/{slug}',
    'receipts' => '/receipts?token={token}',
    'invoice' => '/invoice/{token}',
    'subscribe' => '/subscribe',
    'subscribe/renew' => '/subscribe/renew',
    'subscribe/redeem' => '/subscribe/redeem?token={token}',
    'donate' => '/donate',
    'mailing-list' => '/mailing-list',
    'login' => '/login',
    'institutional-subscriptions' => '/institutional-subscriptions',
    'account' => '/account',
    'account/name' => '/account/name',
    'account/email' => '/account/email',
    'account/address' => '/account/address',
    'account/address/delete' => '/account/address/{ship}/delete',
    'account/payment' => '/account/payment',
    'account/subscriptions' => '/account/subscriptions/{token}',
    'account/donation' => '/account/donation?token={token}',
    'account/sessions' => '/account/sessions',
    'account/data' => '/account/data',
    'renewal' => '/renewal?token={token}',
];

/** Of our pages those that are elsewhere, with their addresses; null where the API was never heard. */
function own_paths(): ?array
{
    static $read = null;
    if ($read !== null) return $read['paths'];
    $kept = get_option('newsstand_paths');
    $kept = is_array($kept) && ($kept['api'] ?? '') === setting('api') ? $kept : ['paths' => null, 'until' => 0];
    if ($kept['until'] <= time()) {
        $told = setting('api') === '' ? null : ask_paths();
        // What was told last stays until the API answers again.
        $kept = ['api' => setting('api'), 'paths' => $told ?? $kept['paths'], 'until' => time() + ($told === null ? PATHS_AGAIN : PATHS_FOR)];
        update_option('newsstand_paths', $kept);
    }
    $read = $kept;
    return $read['paths'];
}

function ask_paths(): ?array
{
    $answer = ask_api('/api/page/article?widgets=login.page');
    if ($answer === null || wp_remote_retrieve_response_code($answer) !== 200) return null;
    $messages = json_decode(wp_remote_retrieve_body($answer), true)['publication']['messages'] ?? null;
    if (!is_array($messages)) return null;
    $own = [];
    foreach (ADDRESSES as $page => $standard) {
        $told = $messages[$standard] ?? null;
        if (is_string($told) && preg_match('~^/(?!/)~', $told) === 1) $own[$page] = $told;
    }
    return $own;
}

/** The address of a page, as readers are led to it; with what it is about, or without. */
function address_of(string $page, string $about = ''): string
{
    $address = (own_paths() ?? [])[$page] ?? ADDRESSES[$page];
    if ($about !== '') return (string) preg_replace('/\{\w+\}/', rawurlencode($about), $address);
    return (string) preg_replace('/[?&]\w+=\{\w+\}|\/\{\w+\}/', '', $address);
}

/**
 * Which of the pages that the publication has elsewhere an address is, and what it is about: `['store/product',
 * 'mug']`. The one that says most wins.
 */
function page_elsewhere(string $uri): ?array
{
    $here = wp_parse_url("http://host$uri");
    parse_str((string) ($here['query'] ?? ''), $asked);
    $best = null;
    foreach (own_paths() ?? [] as $page => $pattern) {
        $there = wp_parse_url("http://host$pattern");
        parse_str((string) ($there['query'] ?? ''), $wanted);
        $shape = preg_replace('/\\\\\{\w+\\\\\}/', '([^/]+)', preg_quote(rtrim(rawurldecode((string) ($there['path'] ?? '')), '/'), '~'));
        if (preg_match("~^$shape/?$~u", rawurldecode((string) ($here['path'] ?? '')), $found) !== 1) continue;
        $about = $found[1] ?? '';
        $said = $about === '' ? 1 : 0;
        foreach ($wanted as $name => $value) {
            $given = is_string($asked[$name] ?? null) ? $asked[$name] : '';
            $is_about = preg_match('/^\{\w+\}$/', $value) === 1;
            // A page that a token opens is there without it, too: it says so.
            if ($is_about && $given === '' && $value === '{token}') continue;
            if ($is_about ? $given === '' : $given !== $value) continue 2;
            if ($is_about) $about = $given;
            $said += 2;
        }
        if ($best === null || $said > $best[2]) $best = [$page, $about, $said];
    }
    return $best === null ? null : [$best[0], $best[1]];
}

// An address that the publication has for one of our pages shows that page, wherever WordPress keeps it.
add_filter('request', function (array $vars): array {
    if (is_admin() || isset($vars['rest_route'])) return $vars;
    $found = page_elsewhere((string) ($_SERVER['REQUEST_URI'] ?? '/'));
    $id = $found === null ? null : page_ids()[$found[0]] ?? null;
    if ($id === null) return $vars;
    $variable = array_column(RULES, 2, 1)[$found[0]] ?? null;
    return ['page_id' => $id] + ($variable === null ? [] : [$variable => $found[1]]);
});

// Menus and lists lead there as well.
add_filter('page_link', function (string $link, int $id): string {
    $page = array_search($id, page_ids(), true);
    return is_string($page) && isset((own_paths() ?? [])[$page]) ? home_url(address_of($page)) : $link;
}, 10, 2);

/** What the check says: where publication and pages disagree. */
function check_paths(): array
{
    // Asked now, and not as it was kept.
    delete_option('newsstand_paths');
    if (setting('api') === '') return [];
    $own = ask_paths();
    if ($own === null) return [wrong(__('The API does not say where the publication has its pages.', 'newsstand'))];
    $ids = page_ids();
    $found = [];
    foreach ($own as $page => $address) {
        $id = $ids[$page] ?? null;
        if ($id === null) {
            $found[] = wrong(__('The publication has “%1$s” at %2$s, and this site has no such page: make the pages.', 'newsstand'), $page, $address);
            continue;
        }
        $taken = str_contains($address, '{') || str_contains($address, '?') ? null : get_page_by_path(trim($address, '/'), OBJECT, ['page', 'post']);
        if ($taken !== null && $taken->ID !== (int) $id) {
            $found[] = wrong(__('The publication has “%1$s” at %2$s, where this site has “%3$s”: that one is not shown any more.', 'newsstand'), $page, $address, $taken->post_title);
        }
    }
    foreach ($ids as $page => $id) {
        $place = get_page_uri((int) $id);
        if (!isset(PAGES[$page]) || $place === $page) continue;
        $address = $own[$page] ?? ADDRESSES[$page];
        if (isset($own[$page]) && rawurldecode(trim($address, '/')) === rawurldecode($place)) continue;
        if (isset($own[$page])) $found[] = wrong(__('The page “%1$s” is kept at /%2$s, and the publication has it at %3$s, where it is shown.', 'newsstand'), $page, $place, $address);
        else $found[] = wrong(__('The page “%1$s” has another address now: widgets link to %2$s. Move it back, or say so in the publication’s paths.', 'newsstand'), $page, $address);
    }
    $count = count($own);
    if ($found === [] && $count === 0) $found[] = well(__('Pages and the publication’s paths agree.', 'newsstand'));
    elseif ($found === []) $found[] = well(__('Pages and the publication’s paths agree; %d are not at the standard address.', 'newsstand'), $count);
    return $found;
}
