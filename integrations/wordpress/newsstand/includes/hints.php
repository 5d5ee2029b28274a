<?php
// On the shop's own pages, which start with a widget: what the loader would find out later is fetched at once
// (docs/guide-embed.md).

declare(strict_types=1);

namespace Newsstand;

defined('ABSPATH') || exit;

/**
 * What is fetched at once for a widget, as address => integrity: nothing where a publisher must ask the reader first,
 * and says so by this filter (docs/guide-wordpress.md).
 */
function first_files(string $widget): array
{
    return apply_filters('newsstand_first_files', files_it_begins_with($widget), $widget);
}

/** The files that a widget begins with; kept for a minute, since an old one costs a reader a wasted download. */
function files_it_begins_with(string $widget): array
{
    $loader = loader_url();
    if ($loader === '') return [];
    $key = 'newsstand_hints_' . md5($loader);
    $known = get_transient($key);
    if (!is_array($known)) {
        $answer = wp_remote_get(preg_replace('~[^/?]*(?:\?.*)?$~', 'hints.json', $loader, 1), ['timeout' => PATIENCE, 'redirection' => 0]);
        $is_answered = !is_wp_error($answer) && wp_remote_retrieve_response_code($answer) === 200;
        $known = $is_answered ? json_decode(wp_remote_retrieve_body($answer), true) : null;
        $known = is_array($known) ? $known : [];
        // A server that answers one request at a time has no answer for itself, however often it asks.
        set_transient($key, $known, $known === [] && !is_own_address($loader) ? 5 : MINUTE_IN_SECONDS);
    }
    [$remote, $name] = explode('.', $widget, 2);
    $build = $known['remotes'][$remote] ?? null;
    if (!isset($known['platform']) || $build === null) return [];
    $files = [];
    foreach ([$known['platform'], $build] as [$folder, $list]) {
        foreach ($list as $file => $integrity) $files[$folder . $file] = (string) $integrity;
    }
    $own = $known['later'][$remote]["$name.js"] ?? null;
    return $own === null ? $files : $files + [$build[0] . "$name.js" => (string) $own];
}

// By `preload`, which only fetches: a `modulepreload` before WordPress's own import map would have Firefox refuse that.
add_action('wp_head', function (): void {
    $path = page_path();
    $widget = $path === null ? null : (PAGES[$path][1][0] ?? null);
    if ($widget === null || is_404()) return;
    foreach (first_files($widget) as $url => $integrity) {
        printf('<link rel="preload" as="script" crossorigin href="%s" integrity="%s">' . "\n", esc_url($url), esc_attr($integrity));
    }
}, 1);
